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
  const patternParts = pattern.split("/");
  const pathParts = normalisePath(pathname).split("/");
  const hasWildcard = patternParts.at(-1) === "*";
  if (hasWildcard ? pathParts.length < patternParts.length - 1 : pathParts.length !== patternParts.length) return false;
  return patternParts.every(
    (part, index) => part === "*" || part === pathParts[index] || (part.startsWith(":") && pathParts[index]),
  );
}
