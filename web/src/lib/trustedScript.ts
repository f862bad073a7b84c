// The addresses of scripts that the page's policy lets be named by text: each has a Trusted Types policy of its own.

type ScriptPolicy = { createScriptURL(path: string): string };
type TrustedTypes = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

const policies = new Map<string, ScriptPolicy | undefined>();

/** A policy can be made once, and names its first address for good. */
export function trustedScript(name: "service-worker" | "code-reader", path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!policies.has(name)) policies.set(name, trustedTypes?.createPolicy(name, { createScriptURL: () => path }));
  return policies.get(name)?.createScriptURL(path) ?? path;
}
