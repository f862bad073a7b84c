// The address: which page it shows, how another one is opened, and what stands behind its question mark.
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";

interface ShownLocation {
  pathname: string;
  search: string;
  /** What the page before handed over. */
  state: unknown;
  arrival: "load" | "forward" | "return";
}

type Options = { replace?: boolean; state?: unknown };
type NavigateTo = (to: string, options?: Options) => void;
type Router = { location: ShownLocation; navigate: NavigateTo };

const RouterContext = createContext<Router | null>(null);

/** What was opened before stays in the history's entries, so a page that is loaded again is not taken for a new one. */
type Entry = { opened: true; state: unknown } | null;

function locationOfBrowser(arrival: ShownLocation["arrival"]): ShownLocation {
  const { pathname, search } = window.location;
  return { pathname, search, state: (history.state as Entry)?.state, arrival };
}

/** No transitions: the old page goes as the address changes, so nobody fills in a form that is about to leave. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() =>
    locationOfBrowser((history.state as Entry)?.opened ? "return" : "load"),
  );
  useLayoutEffect(() => {
    const follow = () => setLocation(locationOfBrowser("return"));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const navigate: NavigateTo = useCallback((to, { replace = false, state } = {}) => {
    const entry: Entry = { opened: true, state };
    if (replace) history.replaceState(entry, "", to);
    else history.pushState(entry, "", to);
    setLocation(locationOfBrowser("forward"));
  }, []);
  return (
    <RouterContext value={useMemo(() => ({ location, navigate }), [location, navigate])}>{children}</RouterContext>
  );
}

/** One page without a browser. */
export function FixedRouter({ pathname, children }: { pathname: string; children: ReactNode }) {
  const location: ShownLocation = { pathname, search: "", state: undefined, arrival: "load" };
  return <RouterContext value={{ location, navigate: () => {} }}>{children}</RouterContext>;
}

function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("There is no router around this component");
  return router;
}

export function useLocation(): ShownLocation {
  return useRouter().location;
}

export function useNavigate(): NavigateTo {
  return useRouter().navigate;
}

/** What stands behind the question mark, and how to put something else there. */
export function useSearchParams(): [
  URLSearchParams,
  (params: Record<string, string> | URLSearchParams, options?: Options) => void,
] {
  const { location, navigate } = useRouter();
  const { pathname, search } = location;
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = (next: Record<string, string> | URLSearchParams, options?: Options) => {
    const words = String(new URLSearchParams(next));
    navigate(words ? `${pathname}?${words}` : pathname, options);
  };
  return [params, change];
}

/** Leads elsewhere as soon as it is rendered, and leaves no entry in the history. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => navigate(to, { replace: true, state }));
  useEffect(() => leave(), [to]);
  return null;
}
