import type { ComponentType, SVGProps } from 'react';

/**
 * Props of an icon: those of `svg`, with `size` in CSS pixels for its width and height. Strokes have the color of the text. Screen readers
 * skip an icon without a label.
 */
interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number;
}

/** An icon of Lucide, drawn as inline SVG. */
export type Icon = ComponentType<IconProps>;

/** @param paths name of an icon of Lucide, which the build replaces by its paths as SVG */
function drawIcon(paths: string): Icon {
  return function LucideIcon({ size = 24, color = 'currentColor', ...props }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props['aria-label'] === undefined || undefined}
        {...props}
        dangerouslySetInnerHTML={{ __html: paths }}
      />
    );
  };
}

export const ActivityIcon = drawIcon('activity');
export const ArrowLeftIcon = drawIcon('arrow-left');
export const BookOpenIcon = drawIcon('book-open');
export const CalendarIcon = drawIcon('calendar');
export const CheckIcon = drawIcon('check');
export const ChevronDownIcon = drawIcon('chevron-down');
export const ChevronUpIcon = drawIcon('chevron-up');
export const ChevronsUpDownIcon = drawIcon('chevrons-up-down');
export const CircleXIcon = drawIcon('circle-x');
export const ClockIcon = drawIcon('clock');
export const CodeIcon = drawIcon('code');
export const Columns3Icon = drawIcon('columns-3');
export const CopyIcon = drawIcon('copy');
export const DownloadIcon = drawIcon('download');
export const ExternalLinkIcon = drawIcon('external-link');
export const HouseIcon = drawIcon('house');
export const LinkIcon = drawIcon('link');
export const LogOutIcon = drawIcon('log-out');
export const MoonIcon = drawIcon('moon');
export const PauseIcon = drawIcon('pause');
export const PencilIcon = drawIcon('pencil');
export const PlayIcon = drawIcon('play');
export const PlusIcon = drawIcon('plus');
export const RefreshCwIcon = drawIcon('refresh-cw');
export const RepeatIcon = drawIcon('repeat');
export const SearchIcon = drawIcon('search');
export const SendIcon = drawIcon('send');
export const SettingsIcon = drawIcon('settings');
export const ShieldAlertIcon = drawIcon('shield-alert');
export const ShieldCheckIcon = drawIcon('shield-check');
export const SlidersHorizontalIcon = drawIcon('sliders-horizontal');
export const StarIcon = drawIcon('star');
export const StickyNoteIcon = drawIcon('sticky-note');
export const SunIcon = drawIcon('sun');
export const ThumbsDownIcon = drawIcon('thumbs-down');
export const ThumbsUpIcon = drawIcon('thumbs-up');
export const Trash2Icon = drawIcon('trash-2');
export const TriangleAlertIcon = drawIcon('triangle-alert');
export const UploadIcon = drawIcon('upload');
export const UserMinusIcon = drawIcon('user-minus');
export const UserPlusIcon = drawIcon('user-plus');
export const XIcon = drawIcon('x');
