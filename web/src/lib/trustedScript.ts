// Script URLs under Trusted Types: each has a policy of its own.

type ScriptPolicy = { createScriptURL(path: string): string };
type TrustedTypes = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

const policies = new Map<string, ScriptPolicy | undefined>();

/** A policy can be created only once, and always returns its first URL. */
export function createTrustedScriptUrl(name: "service-worker" | "code-reader", path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!policies.has(name)) policies.set(name, trustedTypes?.createPolicy(name, { createScriptURL: () => path }));
  return policies.get(name)?.createScriptURL(path) ?? path;
}
