// A small router: the location, navigation and the query.
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

interface RouterLocation {
  pathname: string;
  search: string;
  /** State passed by the previous page. */
  state: unknown;
  arrival: "load" | "forward" | "return";
}

type Options = { replace?: boolean; state?: unknown };
type NavigateTo = (to: string, options?: Options) => void;
type Router = { location: RouterLocation; navigate: NavigateTo };

const RouterContext = createContext<Router | null>(null);

/**
 * Entries opened in the app are marked in the history's state, so that a reload of one is not taken for a first load.
 */
type Entry = { opened: true; state: unknown } | null;

function currentLocation(arrival: RouterLocation["arrival"]): RouterLocation {
  const { pathname, search } = window.location;
  return { pathname, search, state: (history.state as Entry)?.state, arrival };
}

/**
 * Navigation is no transition: the old page unmounts at once, so nobody types into a form that is about to disappear.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => currentLocation((history.state as Entry)?.opened ? "return" : "load"));
  useLayoutEffect(() => {
    const handlePopState = () => setLocation(currentLocation("return"));
    addEventListener("popstate", handlePopState);
    return () => removeEventListener("popstate", handlePopState);
  }, []);
  const navigate: NavigateTo = useCallback((to, { replace = false, state } = {}) => {
    const entry: Entry = { opened: true, state };
    if (replace) history.replaceState(entry, "", to);
    else history.pushState(entry, "", to);
    setLocation(currentLocation("forward"));
  }, []);
  return (
    <RouterContext value={useMemo(() => ({ location, navigate }), [location, navigate])}>{children}</RouterContext>
  );
}

/** A router with a fixed path, for server rendering. */
export function StaticRouter({ pathname, children }: { pathname: string; children: ReactNode }) {
  const location: RouterLocation = { pathname, search: "", state: undefined, arrival: "load" };
  return <RouterContext value={{ location, navigate: () => {} }}>{children}</RouterContext>;
}

function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("There is no router around this component");
  return router;
}

export function useLocation(): RouterLocation {
  return useRouter().location;
}

export function useNavigate(): NavigateTo {
  return useRouter().navigate;
}

/** The query, and a function that replaces it. */
export function useSearchParams(): [
  URLSearchParams,
  (params: Record<string, string> | URLSearchParams, options?: Options) => void,
] {
  const { location, navigate } = useRouter();
  const { pathname, search } = location;
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = (next: Record<string, string> | URLSearchParams, options?: Options) => {
    const query = String(new URLSearchParams(next));
    navigate(query ? `${pathname}?${query}` : pathname, options);
  };
  return [params, setParams];
}

/** Navigates away when rendered, replacing the history entry. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  const redirect = useEffectEvent(() => navigate(to, { replace: true, state }));
  useEffect(() => redirect(), [to]);
  return null;
}
