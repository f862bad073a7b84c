// What the person must read before trying again, read out at once.

export function ErrorLine({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} role="alert" className="border-danger border-l-2 py-1 pl-4 whitespace-pre-line text-danger">
      {children}
    </p>
  );
}
