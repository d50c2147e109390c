/** Board files are imported as their text. */
declare module "*.board" {
  const text: string;
  export default text;
}
