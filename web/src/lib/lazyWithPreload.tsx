// Code-split components that can be preloaded, so that the server can render them.

// biome-ignore lint/plugin: It waits for the network here.
import { type ComponentType, lazy, useState } from "react";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** `load` preloads the component before it is rendered. */
export type PreloadableComponent<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

const preloads: (() => Promise<unknown>)[] = [];

/**
 * If a chunk can't be fetched, stays pending: the page reloads now (index.html), or offline once the network is back,
 * because browsers may cache a failed import. Does not reload if the user has navigated away since.
 */
async function orReload<Module>(chunk: Promise<Module>): Promise<Module> {
  try {
    return await chunk;
  } catch (failure) {
    const { tapisReload } = globalThis as { tapisReload?: () => boolean };
    if (!tapisReload?.() && navigator.onLine) throw failure;
    const { href } = location;
    addEventListener("online", () => href === location.href && location.reload(), { once: true });
    return new Promise<never>(() => {});
  }
}

/** Like React's `lazy`, but renders synchronously if already loaded; for components that the server doesn't render. */
export function lazyComponent<Props extends object>(load: Load<Props>): PreloadableComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadAndRemember = () =>
    orReload(
      load().then((module) => {
        loaded = module.default;
        return module;
      }),
    );
  const Lazy = lazy(loadAndRemember) as ComponentType<Props>;
  function Preloadable(props: Props) {
    // Fixed on mount: switching to another component type would remount it.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { load: loadAndRemember });
}

/** The same for components that the server also renders. */
export function lazyWithPreload<Props extends object>(load: Load<Props>): PreloadableComponent<Props> {
  const component = lazyComponent(load);
  preloads.push(component.load);
  return component;
}

/** For the server, which renders synchronously. A component that loads may add its own, so one by one. */
export async function preloadLazyComponents(): Promise<void> {
  for (const load of preloads) await load();
}
