// The picture of a talent's card, for those who may see it; it stands beside the name.

import { comcardImage } from "@/data/auditions";
import { PersonalPicture, type PersonalPictureProps } from "./PersonalPicture";

export function Comcard({ alt = "", ...picture }: Omit<PersonalPictureProps, "folder" | "alt"> & { alt?: string }) {
  return <PersonalPicture folder={comcardImage.folder} alt={alt} {...picture} />;
}
