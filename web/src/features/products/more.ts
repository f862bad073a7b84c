// What a product's page loads when somebody asks for more, in one file.
export { DeliveryFacts } from "./DeliveryFacts";
export { Missing } from "./Missing";
export { SizeChart } from "./SizeChart";
export { TellMe } from "./TellMe";
export { toggleSaved } from "./toggleSaved";
