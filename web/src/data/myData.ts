// Personal data export and account deletion for the signed-in user.

import { toDataUrl } from "@/lib/download";
import { isNonEmptyString, toFields } from "@/lib/typeGuards";
import { restClient } from "./backend";
import { fetchPicture, PictureMissingError } from "./pictures";
import { signInAgain } from "./recentSignIn";
import type { AccountRemovalCounts } from "./tables";

/** Pictures are embedded as data URLs; one that is gone is listed without its content. */
export async function fetchMyData(): Promise<object> {
  const { data, error } = await (await restClient()).rpc("my_data");
  if (error) throw error;
  const listed = Array.isArray(data.pictures) ? data.pictures : [];
  const pictures: object[] = [];
  // Sequential: ten originals at once would exhaust a phone's memory and bandwidth.
  for (const picture of listed) pictures.push(await withContent(toFields(picture)));
  return { ...data, pictures };
}

async function withContent(picture: Record<string, unknown>): Promise<object> {
  const [, folder, filename] = /^(.+)\/([^/]+)$/.exec(isNonEmptyString(picture.name) ? picture.name : "") ?? [];
  if (!folder || !filename) return picture;
  try {
    return { ...picture, content: await toDataUrl(await fetchPicture(folder, filename)) };
  } catch (failure) {
    if (failure instanceof PictureMissingError) return picture;
    throw failure;
  }
}

export async function previewAccountRemoval(): Promise<AccountRemovalCounts> {
  return (await (await restClient()).rpc("my_removal").throwOnError()).data;
}

/** Reauthenticates first: the database requires a recent sign-in. */
export async function deleteMyAccount(password: string): Promise<void> {
  await signInAgain(password, "");
  const { error } = await (await restClient()).rpc("delete_my_account");
  if (error) throw error;
}
