// How addresses of pages are compared: decoded, whatever the case, with or without slashes at the end.

export function normalisePath(pathname: string): string {
  return decodePath(pathname)
    .toLowerCase()
    .replace(/(?<=.)\/+$/, "");
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** `:name` in a pattern stands for one part of the address, `*` at its end for any number of them. */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = pattern.split("/");
  const given = normalisePath(pathname).split("/");
  const hasWildcard = wanted.at(-1) === "*";
  if (hasWildcard ? given.length < wanted.length - 1 : given.length !== wanted.length) return false;
  return wanted.every((part, index) => part === "*" || part === given[index] || (part.startsWith(":") && given[index]));
}
