// A talent's comp card picture, for users allowed to see it. The alt text is empty by default: the name is beside it.

import { comcardImage } from "@/data/auditions";
import { PersonalPicture, type PersonalPictureProps } from "./PersonalPicture";

export function ComcardPicture({
  alt = "",
  ...picture
}: Omit<PersonalPictureProps, "folder" | "alt"> & { alt?: string }) {
  return <PersonalPicture folder={comcardImage.folder} alt={alt} {...picture} />;
}
