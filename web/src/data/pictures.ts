// Storage locations and visibility of record pictures, and reading private ones.
import { config } from "@/lib/config";
import { authClient } from "./backend";
import type { ColumnName } from "./tables";
import { getCachedUpload } from "./uploadCache";

/** `indexed`: public, and listed by search engines; `public`; `personal`: only users authorized by the database. */
type PictureVisibility = "indexed" | "public" | "personal";

/** A picture column and the storage folder of its files. */
export interface PictureColumn<Column extends ColumnName = ColumnName> {
  column: Column;
  folder: string;
  visibility: PictureVisibility;
  /** Whether the column holds a list. */
  isList?: true;
}

/** Widths of the server's variants of private pictures: a preview and an enlarged view. */
export const PERSONAL_PICTURE_WIDTHS = { small: 640, large: 1920 } as const;

/** The file does not exist, or this user may not see it; shown differently from other failures. */
export class PictureMissingError extends Error {}

/**
 * Reads a stored picture with the session: a variant of this width if the server makes variants, or the copy that this
 * page has just uploaded. Throws PictureMissingError if it does not exist or this user may not see it.
 */
export async function fetchPicture(folder: string, filename: string, width?: number): Promise<Blob> {
  const cached = width && getCachedUpload(`${folder}/${filename}`);
  if (cached) return cached;
  const path = [config.bucket, ...folder.split("/"), filename].map(encodeURIComponent).join("/");
  const reduced = width ? await fetchFile(`render/image/authenticated/${path}?width=${width}`) : null;
  if (reduced?.ok) return reduced.blob();
  const response = await fetchFile(`object/authenticated/${path}`);
  if (response.ok) return response.blob();
  const isFailure = response.status === 401 || response.status === 429 || response.status >= 500;
  throw new (isFailure ? Error : PictureMissingError)(response.statusText);
}

async function fetchFile(path: string): Promise<Response> {
  const { data, error } = await (await authClient()).getSession();
  if (error) throw error;
  const headers = { apikey: config.anonKey, Authorization: `Bearer ${data.session?.access_token ?? config.anonKey}` };
  const response = await fetch(`${config.url}/storage/v1/${path}`, { headers });
  if (!response.ok) await response.body?.cancel();
  return response;
}
