import { useLayoutEffect, type RefObject } from 'react';

const gap = 24;
const leastHeight = 320;

/** Lets an element that scrolls end at the edge of the window, also when what stands above it changes its height. */
export function usePageEdge(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const fit = () => {
      const top = box.getBoundingClientRect().top + window.scrollY;
      box.style.maxHeight = isOn ? `${Math.max(leastHeight, window.innerHeight - top - gap)}px` : '';
    };
    fit();
    const observer = new ResizeObserver(fit);
    for (const sibling of box.parentElement?.children ?? []) if (sibling !== box) observer.observe(sibling);
    window.addEventListener('resize', fit);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', fit);
    };
  }, [element, isOn]);
}
