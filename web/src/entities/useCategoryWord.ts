// Categories in the reader's language. What is stored stays as its owner typed it, and so is shown a word that nobody listed.

import { useLanguage } from "@/messages";

const indonesian: Readonly<Record<string, string>> = {
  accessories: "Aksesori",
  bag: "Tas",
  bags: "Tas",
  blouse: "Blus",
  cloth: "Kain",
  dress: "Gaun",
  dresses: "Gaun",
  fabric: "Kain",
  hat: "Topi",
  jacket: "Jaket",
  jackets: "Jaket",
  jewellery: "Perhiasan",
  men: "Pria",
  outerwear: "Luaran",
  scarf: "Selendang",
  shirt: "Kemeja",
  shirts: "Kemeja",
  shoes: "Sepatu",
  skirt: "Rok",
  skirts: "Rok",
  tops: "Atasan",
  trousers: "Celana",
  women: "Wanita",
};

/** English screens show it as it is. */
export function useCategoryWord(): (category: string) => string {
  const { language } = useLanguage();
  return (category) => (language === "id" ? indonesian[category.toLowerCase()] : undefined) ?? category;
}
