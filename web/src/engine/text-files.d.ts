/** Sentences and their translations are imported as their text. */
declare module "*.txt" {
  const text: string;
  export default text;
}
