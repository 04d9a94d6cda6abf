import activity from 'lucide:activity';
import arrowLeft from 'lucide:arrow-left';
import bookOpen from 'lucide:book-open';
import check from 'lucide:check';
import chevronDown from 'lucide:chevron-down';
import chevronUp from 'lucide:chevron-up';
import chevronsUpDown from 'lucide:chevrons-up-down';
import circleX from 'lucide:circle-x';
import clock from 'lucide:clock';
import code from 'lucide:code';
import columns3 from 'lucide:columns-3';
import copy from 'lucide:copy';
import download from 'lucide:download';
import externalLink from 'lucide:external-link';
import house from 'lucide:house';
import logOut from 'lucide:log-out';
import moon from 'lucide:moon';
import pause from 'lucide:pause';
import pencil from 'lucide:pencil';
import play from 'lucide:play';
import plus from 'lucide:plus';
import refreshCw from 'lucide:refresh-cw';
import repeat from 'lucide:repeat';
import search from 'lucide:search';
import send from 'lucide:send';
import settings from 'lucide:settings';
import shieldAlert from 'lucide:shield-alert';
import shieldCheck from 'lucide:shield-check';
import slidersHorizontal from 'lucide:sliders-horizontal';
import star from 'lucide:star';
import stickyNote from 'lucide:sticky-note';
import sun from 'lucide:sun';
import thumbsDown from 'lucide:thumbs-down';
import thumbsUp from 'lucide:thumbs-up';
import trash2 from 'lucide:trash-2';
import triangleAlert from 'lucide:triangle-alert';
import userMinus from 'lucide:user-minus';
import x from 'lucide:x';
import type { ComponentType, SVGProps } from 'react';

/** Props of an icon: those of `svg`, with `size` in CSS pixels for its width and height. Strokes have the color of the text. */
export interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number;
}

/** An icon of Lucide, drawn as inline SVG. */
export type Icon = ComponentType<IconProps>;

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
        {...props}
        dangerouslySetInnerHTML={{ __html: paths }}
      />
    );
  };
}

export const ActivityIcon = drawIcon(activity);
export const ArrowLeftIcon = drawIcon(arrowLeft);
export const BookOpenIcon = drawIcon(bookOpen);
export const CheckIcon = drawIcon(check);
export const ChevronDownIcon = drawIcon(chevronDown);
export const ChevronUpIcon = drawIcon(chevronUp);
export const ChevronsUpDownIcon = drawIcon(chevronsUpDown);
export const CircleXIcon = drawIcon(circleX);
export const ClockIcon = drawIcon(clock);
export const CodeIcon = drawIcon(code);
export const Columns3Icon = drawIcon(columns3);
export const CopyIcon = drawIcon(copy);
export const DownloadIcon = drawIcon(download);
export const ExternalLinkIcon = drawIcon(externalLink);
export const HouseIcon = drawIcon(house);
export const LogOutIcon = drawIcon(logOut);
export const MoonIcon = drawIcon(moon);
export const PauseIcon = drawIcon(pause);
export const PencilIcon = drawIcon(pencil);
export const PlayIcon = drawIcon(play);
export const PlusIcon = drawIcon(plus);
export const RefreshCwIcon = drawIcon(refreshCw);
export const RepeatIcon = drawIcon(repeat);
export const SearchIcon = drawIcon(search);
export const SendIcon = drawIcon(send);
export const SettingsIcon = drawIcon(settings);
export const ShieldAlertIcon = drawIcon(shieldAlert);
export const ShieldCheckIcon = drawIcon(shieldCheck);
export const SlidersHorizontalIcon = drawIcon(slidersHorizontal);
export const StarIcon = drawIcon(star);
export const StickyNoteIcon = drawIcon(stickyNote);
export const SunIcon = drawIcon(sun);
export const ThumbsDownIcon = drawIcon(thumbsDown);
export const ThumbsUpIcon = drawIcon(thumbsUp);
export const Trash2Icon = drawIcon(trash2);
export const TriangleAlertIcon = drawIcon(triangleAlert);
export const UserMinusIcon = drawIcon(userMinus);
export const XIcon = drawIcon(x);
