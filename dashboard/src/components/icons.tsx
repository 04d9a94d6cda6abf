import { paths as activity } from 'lucide:activity';
import { paths as arrowLeft } from 'lucide:arrow-left';
import { paths as bookOpen } from 'lucide:book-open';
import { paths as calendar } from 'lucide:calendar';
import { paths as check } from 'lucide:check';
import { paths as chevronDown } from 'lucide:chevron-down';
import { paths as chevronUp } from 'lucide:chevron-up';
import { paths as chevronsUpDown } from 'lucide:chevrons-up-down';
import { paths as circleX } from 'lucide:circle-x';
import { paths as clock } from 'lucide:clock';
import { paths as code } from 'lucide:code';
import { paths as columns3 } from 'lucide:columns-3';
import { paths as copy } from 'lucide:copy';
import { paths as download } from 'lucide:download';
import { paths as externalLink } from 'lucide:external-link';
import { paths as house } from 'lucide:house';
import { paths as link } from 'lucide:link';
import { paths as logOut } from 'lucide:log-out';
import { paths as moon } from 'lucide:moon';
import { paths as pause } from 'lucide:pause';
import { paths as pencil } from 'lucide:pencil';
import { paths as play } from 'lucide:play';
import { paths as plus } from 'lucide:plus';
import { paths as refreshCw } from 'lucide:refresh-cw';
import { paths as repeat } from 'lucide:repeat';
import { paths as search } from 'lucide:search';
import { paths as send } from 'lucide:send';
import { paths as settings } from 'lucide:settings';
import { paths as shieldAlert } from 'lucide:shield-alert';
import { paths as shieldCheck } from 'lucide:shield-check';
import { paths as slidersHorizontal } from 'lucide:sliders-horizontal';
import { paths as star } from 'lucide:star';
import { paths as stickyNote } from 'lucide:sticky-note';
import { paths as sun } from 'lucide:sun';
import { paths as thumbsDown } from 'lucide:thumbs-down';
import { paths as thumbsUp } from 'lucide:thumbs-up';
import { paths as trash2 } from 'lucide:trash-2';
import { paths as triangleAlert } from 'lucide:triangle-alert';
import { paths as upload } from 'lucide:upload';
import { paths as userMinus } from 'lucide:user-minus';
import { paths as userPlus } from 'lucide:user-plus';
import { paths as x } from 'lucide:x';
import type { ComponentType, SVGProps } from 'react';

/** Props of an icon: those of `svg`, with `size` in CSS pixels for its width and height. Strokes have the color of the text. */
interface IconProps extends SVGProps<SVGSVGElement> {
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
export const CalendarIcon = drawIcon(calendar);
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
export const LinkIcon = drawIcon(link);
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
export const UploadIcon = drawIcon(upload);
export const UserMinusIcon = drawIcon(userMinus);
export const UserPlusIcon = drawIcon(userPlus);
export const XIcon = drawIcon(x);
