import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useSession } from '../api/index.ts'
import { useLocale, useMessages } from '../i18n/index.ts'
import { join, Logo, Tooltip, useMedia } from '../ui/index.ts'
import { AlarmsBadge } from './alarms-badge.tsx'
import { shellMessages } from './messages.ts'
import type { Entry, Place, Section } from './navigation.ts'
import styles from './navigation-bar.module.css'
import { RulesBadge } from './rules-badge.tsx'
import { useCollapsed } from './use-collapsed.ts'
import { useFolding } from './use-folding.ts'
import { useLogOut } from './use-log-out.ts'

/** The navigation menu. Collapsed it shows icons with tooltips. */
export function NavigationBar({
  ref,
  sections,
  place,
  isShown,
  onChoose,
}: {
  readonly ref: RefObject<HTMLElement | null>
  readonly sections: readonly Section[]
  /** Of the current page. */
  readonly place: Place | undefined
  /** Used on narrow screens only. */
  readonly isShown: boolean
  readonly onChoose: () => void
}) {
  const texts = useMessages(shellMessages)
  const isNarrow = useMedia('(width < 720px)')
  const [collapsed, toggleCollapsed] = useCollapsed()
  const isCollapsed = collapsed && !isNarrow
  const version = useSession()?.version
  const active = place?.entry.path
  const { isOpen, toggle } = useFolding({ place, isFoldedAtFirst: isNarrow })
  const toggleLabel = isCollapsed ? texts.expand : texts.collapse
  const groups = useActiveInSight(active)
  return (
    <nav
      ref={ref}
      tabIndex={-1}
      className={join(styles.bar, isCollapsed && styles.collapsed, isShown && styles.shown)}
      aria-label={texts.navigation}
    >
      <div className={styles.brand}>
        <Logo size={26} />
        <span className={styles.name}>MQDeck</span>
        {version && <span className={styles.version}>{shortVersion(version)}</span>}
      </div>
      <div className={styles.groups} ref={groups}>
        {sections.map((section) => (
          <Group
            key={section.id}
            section={section}
            isOpen={isCollapsed || isOpen(section)}
            onToggle={isCollapsed ? undefined : () => toggle(section)}
          >
            {section.entries.map((entry) => (
              <li key={entry.path}>
                <EntryLink
                  entry={entry}
                  isActive={entry.path === active}
                  isCollapsed={isCollapsed}
                  onChoose={onChoose}
                />
              </li>
            ))}
            {section.id === 'help' && (
              <li>
                <LogoutEntry isCollapsed={isCollapsed} />
              </li>
            )}
          </Group>
        ))}
      </div>
      <Tooltip label={toggleLabel} side="right" disabled={!isCollapsed}>
        <button
          type="button"
          className={styles.toggle}
          aria-label={toggleLabel}
          aria-expanded={!isCollapsed}
          onClick={toggleCollapsed}
        >
          {isCollapsed ? (
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

/** Scrolls the current entry to the center if it is out of sight, because the menu may be longer than the window. */
function useActiveInSight(active: string | undefined): RefObject<HTMLDivElement | null> {
  const groups = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is another element with another page
  useEffect(() => {
    const entry = groups.current?.querySelector('[aria-current=page]')
    const [seen, at] = [groups.current?.getBoundingClientRect(), entry?.getBoundingClientRect()]
    if (seen && at && (at.top < seen.top || at.bottom > seen.bottom)) entry?.scrollIntoView({ block: 'center' })
  }, [active])
  return groups
}

interface GroupProps {
  readonly section: Section
  readonly isOpen: boolean
  /** Undefined: the groups cannot be folded. */
  readonly onToggle: (() => void) | undefined
  readonly children: ReactNode
}

function Group({ section, isOpen, onToggle, children }: GroupProps) {
  const locale = useLocale()
  const id = useId()
  const { title, entries } = section
  return (
    <div className={styles.group}>
      {title && onToggle && (
        <h2>
          <button type="button" className={styles.head} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            <span className={styles.groupName}>{title[locale]}</span>
            {!isOpen && entries.map(({ path }) => <EntryBadge key={path} path={path} />)}
            <IconChevronDown size={14} className={styles.chevron} aria-hidden />
          </button>
        </h2>
      )}
      <ul id={id} hidden={!isOpen} aria-label={title && !onToggle ? title[locale] : undefined}>
        {children}
      </ul>
    </div>
  )
}

interface EntryLinkProps {
  readonly entry: Entry
  readonly isActive: boolean
  readonly isCollapsed: boolean
  readonly onChoose: () => void
}

function EntryLink({ entry, isActive, isCollapsed, onChoose }: EntryLinkProps) {
  const title = entry.title[useLocale()]
  const Icon = entry.icon
  return (
    <Tooltip label={title} side="right" disabled={!isCollapsed}>
      <Link
        to={entry.path}
        onClick={onChoose}
        className={join(styles.entry, isActive && styles.active)}
        activeOptions={{ exact: true, includeSearch: false }}
        aria-current={isActive ? 'page' : undefined}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        <span className={styles.label}>{title}</span>
        <EntryBadge path={entry.path} />
      </Link>
    </Tooltip>
  )
}

/** Number of alarms or failing rules on the page. */
function EntryBadge({ path }: { readonly path: string }) {
  if (path === '/alarm/current') return <AlarmsBadge />
  return path === '/rule/rules' ? <RulesBadge /> : null
}

function LogoutEntry({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const texts = useMessages(shellMessages)
  const logOut = useLogOut()
  return (
    <Tooltip label={texts.logout} side="right" disabled={!isCollapsed}>
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
