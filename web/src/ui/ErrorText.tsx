// The form's errors, announced by screen readers.

export function ErrorText({ id, errors }: { id?: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <p id={id} role="alert" className="border-danger border-l-2 py-1 pl-4 whitespace-pre-line text-danger">
      {errors.join("\n")}
    </p>
  );
}
