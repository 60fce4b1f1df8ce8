import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useSession } from '../api/index.ts'
import { useLocale, useMessages } from '../i18n/index.ts'
import { type FeatureRoutes, join, Logo, type Page, Tooltip } from '../ui/index.ts'
import { shellMessages } from './messages.ts'
import { type MenuPage, menuOf, menuPathOf, menuTitleOf, pagesOf } from './navigation.ts'
import styles from './navigation-bar.module.css'
import { useCollapsed } from './use-collapsed.ts'
import { useLogOut } from './use-log-out.ts'

/** The navigation menu, built from the routes. Collapsed it shows icons with tooltips. */
export function NavigationBar({
  ref,
  features,
  open,
  isShown,
  onChoose,
}: {
  readonly ref: RefObject<HTMLElement | null>
  readonly features: readonly FeatureRoutes[]
  readonly open: Page | undefined
  /** Used on narrow screens only. */
  readonly isShown: boolean
  readonly onChoose: () => void
}) {
  const texts = useMessages(shellMessages)
  const [collapsed, toggleCollapsed] = useCollapsed()
  const version = useSession()?.version
  const active = open && menuPathOf(open, pagesOf(features))
  const toggleLabel = collapsed ? texts.expand : texts.collapse
  const groups = useActiveInSight(active)
  return (
    <nav
      ref={ref}
      tabIndex={-1}
      className={join(styles.bar, collapsed && styles.collapsed, isShown && styles.shown)}
      aria-label={texts.navigation}
    >
      <div className={styles.brand}>
        <Logo size={26} />
        <span className={styles.name}>MQDeck</span>
        {version && <span className={styles.version}>{shortVersion(version)}</span>}
      </div>
      <div className={styles.groups} ref={groups}>
        {menuOf(features).map(({ group, pages }) => (
          <div key={group} className={styles.group}>
            {texts.groups[group] !== '' && <h2 className={styles.groupName}>{texts.groups[group]}</h2>}
            <ul>
              {pages.map((page) => (
                <li key={page.path}>
                  <Entry page={page} active={page.path === active} collapsed={collapsed} onChoose={onChoose} />
                </li>
              ))}
              {group === 'help' && (
                <li>
                  <LogoutEntry collapsed={collapsed} />
                </li>
              )}
            </ul>
          </div>
        ))}
      </div>
      <Tooltip label={toggleLabel} side="right" disabled={!collapsed}>
        <button
          type="button"
          className={styles.toggle}
          aria-label={toggleLabel}
          aria-expanded={!collapsed}
          onClick={toggleCollapsed}
        >
          {collapsed ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} aria-hidden />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} aria-hidden />
          )}
          <span className={styles.label}>{toggleLabel}</span>
        </button>
      </Tooltip>
    </nav>
  )
}

/** Scrolls the current entry into view, because the menu may be longer than the window. */
function useActiveInSight(active: string | undefined): RefObject<HTMLDivElement | null> {
  const groups = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is another element with another page
  useEffect(() => {
    groups.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return groups
}

function Entry({
  page,
  active,
  collapsed,
  onChoose,
}: {
  readonly page: MenuPage
  readonly active: boolean
  readonly collapsed: boolean
  readonly onChoose: () => void
}) {
  const title = menuTitleOf(page)[useLocale()]
  const Icon = page.menu.icon
  return (
    <Tooltip label={title} side="right" disabled={!collapsed}>
      <Link
        to={page.path}
        onClick={onChoose}
        className={join(styles.entry, active && styles.active)}
        activeOptions={{ exact: true, includeSearch: false }}
        aria-current={active ? 'page' : undefined}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        <span className={styles.label}>{title}</span>
      </Link>
    </Tooltip>
  )
}

function LogoutEntry({ collapsed }: { readonly collapsed: boolean }) {
  const texts = useMessages(shellMessages)
  const logOut = useLogOut()
  return (
    <Tooltip label={texts.logout} side="right" disabled={!collapsed}>
      <button type="button" className={styles.entry} onClick={() => void logOut()}>
        <IconLogout size={18} stroke={1.6} aria-hidden />
        <span className={styles.label}>{texts.logout}</span>
      </button>
    </Tooltip>
  )
}

/** 5.8.9 -> v5.8 */
function shortVersion(version: string): string {
  return `v${version.split('.').slice(0, 2).join('.')}`
}
