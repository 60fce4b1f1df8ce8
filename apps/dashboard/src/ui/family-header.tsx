import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useLocale } from '../i18n/index.ts'
import { usePageIsAvailable } from './available-pages.ts'
import styles from './choice.module.css'
import { join } from './layout.tsx'
import { PageHeader, type PageHeaderProps } from './page.tsx'
import type { PageFamily } from './routes.ts'

export interface FamilyHeaderProps extends Omit<PageHeaderProps, 'title'> {
  readonly family: PageFamily
}

/** The header of a page in a family: the common title, and a tab for each page that the broker supports. */
export function FamilyHeader({ family, description, ...header }: FamilyHeaderProps) {
  const locale = useLocale()
  const isHere = usePageIsAvailable()
  const tabs = family.tabs.filter(({ path }) => isHere(path))
  const title = family.title[locale]
  const row = useRef<HTMLElement>(null)
  // On a narrow screen the selected tab may be outside of the viewport.
  useLayoutEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && open) row.current.scrollLeft = open.offsetLeft - row.current.offsetLeft - 24
  }, [])
  return (
    <>
      <PageHeader {...header} title={title} />
      <nav ref={row} className={styles.tabs} aria-label={title}>
        {tabs.map(({ path, title: name }) => (
          <Link
            key={path}
            to={path}
            className={join(styles.tab, styles.tabLink)}
            activeProps={{ className: styles.open ?? '', 'aria-current': 'page' }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {name[locale]}
          </Link>
        ))}
      </nav>
      {/* Below the tabs, so that they stay in place when switching pages. */}
      {description && <p className={styles.about}>{description}</p>}
    </>
  )
}
