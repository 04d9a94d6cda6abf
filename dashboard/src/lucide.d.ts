/** The paths of one icon of Lucide, as SVG without the `svg` element. dashboard/lucide-icons.ts reads them at build time. */
declare module 'lucide:*' {
  export const paths: string;
}
