// The error boundary around the app, with a link to the home page.
import { Component, type ReactNode } from "react";
import { type Messages, useMessages } from "@/messages";

export function ErrorBoundary({ children }: { children: ReactNode }) {
  const m = useMessages();
  return <Boundary m={m}>{children}</Boundary>;
}

type Props = { m: Messages; children: ReactNode };

class Boundary extends Component<Props, { failure: unknown }> {
  override state = { failure: undefined };

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error("unknown") };
  }

  override render() {
    return this.state.failure === undefined ? this.props.children : <Crashed m={this.props.m} />;
  }
}

/** A link rather than navigation: the reload discards the broken state. */
function Crashed({ m }: { m: Messages }) {
  return (
    <main className="measure grid min-h-svh content-center justify-items-start gap-6">
      <h1 className="text-title" role="alert">
        {m.failures.crashed}
      </h1>
      <p className="max-w-prose text-lg text-muted">{m.failures.crashedExplained}</p>
      <a
        className="inline-flex min-h-11 items-center font-semibold text-accent-text underline underline-offset-4"
        href="/"
      >
        {m.failures.wayHome}
      </a>
    </main>
  );
}
