import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import icon from '../icon.svg';
import { commonTexts as words } from '../texts/common';

/** Shows a page without the shell, such as the sign-in page, as a centered card. */
export function FrontPage({ title, width = 420, children }: { title: string; width?: number; children: ReactNode }) {
  useDocumentTitle(`${title} · memory-gateway`);
  return (
    <main className="front">
      <div className="card" style={{ maxWidth: width }}>
        <div className="row">
          <img src={icon} width={28} height={28} alt="" />
          <b>{words.memoryGateway}</b>
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
