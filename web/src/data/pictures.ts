// Where pictures of records are stored and who may see them, and the ones that are read with a session.
import { config } from "@/lib/config";
import { authClient } from "./backend";
import type { ColumnName } from "./tables";
import { cachedUpload } from "./uploadCache";

/** `indexed`: anybody, and search engines may list it; `public`: anybody; `personal`: whom the database lets see it. */
export type Visibility = "indexed" | "public" | "personal";

/** Which column of a table holds a picture, and where its file is stored. */
export interface PicturePlace<Column extends ColumnName = ColumnName> {
  column: Column;
  folder: string;
  visibility: Visibility;
  /** Whether the column holds a list, which may be empty. */
  isList?: true;
}

/** What the server makes of a picture that only some people may see: one to look at, one to look at closely. */
export const personalWidths = { small: 640, large: 1920 } as const;

/** What a person reads where a picture can't be shown depends on this: the file is gone, or is not theirs. */
export class PictureMissing extends Error {}

/**
 * A stored picture's bytes, read as whoever is signed in; reduced to this width where the server makes smaller versions,
 * or as this page has just sent it.
 * Throws PictureMissing where there is none for this person.
 */
export async function readPicture(folder: string, filename: string, width?: number): Promise<Blob> {
  const cached = width && cachedUpload(`${folder}/${filename}`);
  if (cached) return cached;
  const path = [config.bucket, ...folder.split("/"), filename].map(encodeURIComponent).join("/");
  const reduced = width ? await fetchFile(`render/image/authenticated/${path}?width=${width}`) : null;
  if (reduced?.ok) return reduced.blob();
  const response = await fetchFile(`object/authenticated/${path}`);
  if (response.ok) return response.blob();
  throw response.status < 500 ? new PictureMissing(response.statusText) : new Error(response.statusText);
}

async function fetchFile(path: string): Promise<Response> {
  const { data } = await (await authClient()).getSession();
  const headers = { apikey: config.anonKey, Authorization: `Bearer ${data.session?.access_token ?? config.anonKey}` };
  const response = await fetch(`${config.url}/storage/v1/${path}`, { headers });
  if (!response.ok) await response.body?.cancel();
  return response;
}
