// Path comparison: decoded, case-insensitive, without trailing slashes.

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

/** `:name` in a pattern matches one segment, `*` at its end any number of them. */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = pattern.split("/");
  const given = normalisePath(pathname).split("/");
  const hasWildcard = wanted.at(-1) === "*";
  if (hasWildcard ? given.length < wanted.length - 1 : given.length !== wanted.length) return false;
  return wanted.every((part, index) => part === "*" || part === given[index] || (part.startsWith(":") && given[index]));
}
