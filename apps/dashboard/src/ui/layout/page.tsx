import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { dash, useLocale } from '../../i18n/index.ts'
import { createValue } from '../../lib/json/value.ts'
import { useOpenPage } from '../navigation/open-page.ts'
import { join } from './layout.tsx'
import styles from './page.module.css'

interface PageHeaderProps {
  /** That of the route unless given. */
  readonly title?: ReactNode
  /** A drawing left of the title. */
  readonly mark?: ReactNode
  /** One line below the title. */
  readonly description?: ReactNode
  /** Next to the title: a state, a tag. */
  readonly status?: ReactNode
  /** Buttons at the right; the primary one last. */
  readonly actions?: ReactNode
}

/** Heading of the current page, where the page itself gives it: the name of a resource. */
const pageName = createValue<string | undefined>(undefined)

/** Shows `name` in the breadcrumbs and in the document title while the page is open. */
function usePageName(name: string | undefined): void {
  useEffect(() => {
    pageName.set(name)
    return () => pageName.set(undefined)
  }, [name])
}

export const useShownPageName = (): string | undefined => useSyncExternalStore(pageName.subscribe, pageName.get)

/** The header of every page. The breadcrumbs are in the header of the shell and come from the routes. */
export function PageHeader({ title, mark, description, status, actions }: PageHeaderProps) {
  const locale = useLocale()
  const page = useOpenPage()?.page
  usePageName(typeof title === 'string' ? title : undefined)
  return (
    <header className={styles.pageHeader}>
      <div className={styles.titleLine}>
        {mark}
        <h1 className={styles.title}>{title ?? page?.title[locale]}</h1>
        {status}
      </div>
      {description && <p className={styles.description}>{description}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

export interface SectionProps {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Without padding, for content with its own (a table, a full-width chart). */
  readonly flush?: boolean
}

/** A panel of a page. Never nested. */
export function Section({ title, actions, children, flush = false }: SectionProps) {
  return (
    <section className={styles.section}>
      {(title || actions) && (
        <header className={styles.sectionHeader}>
          <h2 className={styles.sectionTitle}>{title}</h2>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={join(styles.sectionBody, flush && styles.flush)}>{children}</div>
    </section>
  )
}

export interface Description {
  readonly label: string
  /** Empty values are shown as a dash. */
  readonly value: ReactNode
}

/** Properties of a resource: labels and values in columns. */
export function DescriptionList({
  items,
  minWidth = 260,
}: {
  readonly items: readonly Description[]
  readonly minWidth?: number
}) {
  return (
    <dl
      className={styles.descriptions}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${minWidth}px, 1fr))` }}
    >
      {items.map(({ label, value }) => (
        <div key={label} className={styles.pair}>
          <dt>{label}</dt>
          <dd>{isNothing(value) ? dash : value}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface KeyValueProps {
  readonly label: ReactNode
  readonly value: ReactNode
  /** After the value, smaller. */
  readonly unit?: string
  /** Below the value. */
  readonly note?: ReactNode
}

/** A value with its label. Several are shown side by side. */
export function KeyValue({ label, value, unit, note }: KeyValueProps) {
  return (
    <div className={styles.keyValue}>
      <div className={styles.keyLabel}>{label}</div>
      <div className={styles.figure}>
        {value}
        {unit && <span className={styles.unit}>{unit}</span>}
      </div>
      {note && <div className={styles.note}>{note}</div>}
    </div>
  )
}

export interface Crumb {
  readonly label: string
  /** Undefined for the current page, and for a group without a page. */
  readonly link?: ReactNode
}

export function Breadcrumbs({ crumbs, label }: { readonly crumbs: readonly Crumb[]; readonly label: string }) {
  return (
    <nav aria-label={label} className={styles.crumbs}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={wayTo(crumbs, index)} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {index > 0 && <IconChevronRight size={14} aria-hidden />}
            {crumb.link ?? <span>{crumb.label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The key of a crumb. Two crumbs may have the same name: a client may be called `Clients`. */
function wayTo(crumbs: readonly Crumb[], index: number): string {
  return JSON.stringify(crumbs.slice(0, index + 1).map(({ label }) => label))
}

function isNothing(value: ReactNode): boolean {
  return value === undefined || value === null || value === ''
}
