import { Link, useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useLocale } from '../i18n/index.ts'
import { join } from '../ui/index.ts'
import tabStyles from '../ui/navigation/tabs.module.css'
import styles from './entry-tabs.module.css'
import type { Entry } from './navigation.ts'

/** The pages of a menu entry as tabs. They stay in place while another page loads. */
export function EntryTabs({ entry: { title, tabs } }: { readonly entry: Entry }) {
  const locale = useLocale()
  const { pathname } = useLocation()
  const row = useRef<HTMLElement>(null)
  // On a narrow screen the current tab may be out of sight.
  const current = tabs.findIndex(({ path }) => path === pathname)
  useLayoutEffect(() => {
    const open = row.current?.children[current]
    if (!row.current || !open) return
    const { left } = open.getBoundingClientRect()
    row.current.scrollLeft += left - row.current.getBoundingClientRect().left - 24
  }, [current])
  return (
    <nav ref={row} className={join(tabStyles.tabs, styles.row)} aria-label={title[locale]}>
      {tabs.map(({ path, title: name, tab = name }) => (
        <Link
          key={path}
          to={path}
          className={tabStyles.tab ?? ''}
          activeProps={{ className: tabStyles.open ?? '', 'aria-current': 'page' }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {tab[locale]}
        </Link>
      ))}
    </nav>
  )
}
