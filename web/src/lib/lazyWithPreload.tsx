// Components that come as chunks of their own although the server renders them: there they are loaded before.

import { type ComponentType, lazy, useState } from "react";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** `load` is for who wants it there before it is rendered. */
export type PreloadableComponent<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

const preloads: (() => Promise<unknown>)[] = [];

/**
 * A page's script that can't be fetched without a network: the page waits, and is loaded again when the network is back,
 * because a browser may remember that the script failed. Who has gone elsewhere since is left alone.
 */
async function reloadOnceOnline<Module>(script: Promise<Module>): Promise<Module> {
  try {
    return await script;
  } catch (failure) {
    if (navigator.onLine) throw failure;
    const { href } = location;
    addEventListener("online", () => href === location.href && location.reload(), { once: true });
    return new Promise<never>(() => {});
  }
}

/** Like React's `lazy`, but shown at once where it is loaded already; for what the server doesn't render. */
export function lazyPage<Props extends object>(load: Load<Props>): PreloadableComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadAndRemember = async () => {
    const module = await reloadOnceOnline(load());
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(loadAndRemember) as ComponentType<Props>;
  function Preloadable(props: Props) {
    // The first choice stays: another component in the same place would start over.
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Preloadable, { load: loadAndRemember });
}

/** The same for what the server renders, too. */
export function lazyWithPreload<Props extends object>(load: Load<Props>): PreloadableComponent<Props> {
  const component = lazyPage(load);
  preloads.push(component.load);
  return component;
}

/** For the server: whatever it renders must be there when it renders. */
export async function preloadLazyComponents(): Promise<void> {
  await Promise.all(preloads.map((load) => load()));
}
