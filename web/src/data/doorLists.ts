// Name of the IndexedDB database of door lists; deleted on sign-out.
import { brand } from "@/lib/config";

export const DOOR_DATABASE = `${brand.prefix}door_lists`;
