// The browser's database of whom doors expect; it goes with the session.
import { brand } from "@/lib/config";

export const DOOR_DATABASE = `${brand.prefix}door_lists`;
