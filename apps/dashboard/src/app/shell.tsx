import { IconAdjustments, IconMenu2, IconSearch, IconSend } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  deployment,
  OutageNotice,
  useAskForNeeds,
  useIsViewer,
  usePresence,
  WaitingClusterNotice,
} from '../api/index.ts'
import { useLocale, useMessages } from '../i18n/index.ts'
import {
  AvailablePagesProvider,
  Breadcrumbs,
  type FeatureRoutes,
  IconButton,
  Link,
  type OpenPage,
  type Page,
  PayloadDecodingProvider,
  PrintNote,
  useHasOpened,
  useOpenPage,
  useShownPageName,
  VisuallyHidden,
} from '../ui/index.ts'
import { CommandPalette, paletteKey } from './command-palette/command-palette.tsx'
import { EntryTabs } from './entry-tabs.tsx'
import { IdleGuard } from './idle-guard.tsx'
import { shellMessages } from './messages.ts'
import { ancestorsOf, menuOf, type Place, pagesOf, placeOf, withoutMissing } from './navigation.ts'
import { NavigationBar } from './navigation-bar.tsx'
import { NotificationsButton } from './notifications/notifications-button.tsx'
import styles from './shell.module.css'
import { useArrival } from './use-arrival.ts'

const PublishDrawer = lazy(async () => ({
  default: (await import('../features/publish/publish-drawer.tsx')).PublishDrawer,
}))
// Menus are loaded after the page.
const ClusterSwitcher = lazy(async () => ({ default: (await import('./cluster-switcher.tsx')).ClusterSwitcher }))
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))
// Loaded with the first payload.
const loadDecoding = async () => (await import('../features/data-hub/index.ts')).payloadDecoding
const HelpDrawer = lazy(async () => ({ default: (await import('./help-page.tsx')).HelpDrawer }))
const SettingsDrawer = lazy(async () => ({ default: (await import('./settings-drawer.tsx')).SettingsDrawer }))

/** The layout of all pages except the login: navigation at the left, the header, and the scrolling main area. */
export function Shell({
  features: all,
  children,
}: {
  readonly features: readonly FeatureRoutes[]
  readonly children: ReactNode
}) {
  const texts = useMessages(shellMessages)
  const [open, setOpen] = useState<'palette' | 'publish' | 'settings' | 'help' | undefined>()
  const current = useOpenPage()
  const isViewer = useIsViewer()
  const menu = useMenu()
  const features = useFeaturesHere(all)
  const pages = pagesOf(all)
  const sections = useMemo(() => menuOf(features), [features])
  const place = current && placeOf(current.page, sections, pages)
  const isHere = useMemo(() => hereIn(all, features), [all, features])
  useAskForNeeds()
  useShellKeys(setOpen)
  const main = useRef<HTMLElement>(null)
  const announced = useArrival(main, useDocumentTitle(current))
  return (
    <AvailablePagesProvider value={isHere}>
      <div className={styles.shell}>
        <a href="#main" className={styles.skip}>
          {texts.skipToContent}
        </a>
        <NavigationBar ref={menu.panel} sections={sections} place={place} isShown={menu.isShown} onChoose={menu.hide} />
        {menu.isShown && (
          <button type="button" className={styles.backdrop} aria-label={texts.closeMenu} onClick={menu.hide} />
        )}
        <div className={styles.column}>
          <header className={styles.header}>
            <span className={styles.menu} ref={menu.place}>
              <IconButton
                label={texts.openMenu}
                aria-expanded={menu.isShown}
                icon={<IconMenu2 size={18} aria-hidden />}
                onClick={menu.show}
              />
            </span>
            <div className={styles.place}>
              {current && <PageCrumbs pages={pages} current={current} place={place} />}
            </div>
            <div className={styles.tools}>
              {deployment.clusters.length > 1 && (
                <Suspense fallback={null}>
                  <ClusterSwitcher />
                </Suspense>
              )}
              <button type="button" className={styles.goTo} onClick={() => setOpen('palette')}>
                <IconSearch size={16} aria-hidden />
                <span>{texts.quickSearch}</span>
                <kbd>{paletteKey()}</kbd>
              </button>
              {!isViewer && (
                <IconButton
                  label={texts.publish}
                  icon={<IconSend size={18} aria-hidden />}
                  onClick={() => setOpen('publish')}
                />
              )}
              <NotificationsButton />
              <IconButton
                label={texts.preferences}
                icon={<IconAdjustments size={18} aria-hidden />}
                onClick={() => setOpen('settings')}
              />
              <Suspense fallback={<span className={styles.user} />}>
                <UserMenu />
              </Suspense>
            </div>
          </header>
          {place?.isTab && place.entry.tabs.length > 1 && <EntryTabs entry={place.entry} />}
          <OutageNotice />
          <WaitingClusterNotice />
          <VisuallyHidden live>{announced}</VisuallyHidden>
          <main id="main" ref={main} className={styles.main} tabIndex={-1}>
            <div className={styles.content}>
              <PrintNote />
              <PayloadDecodingProvider value={loadDecoding}>
                <div className={styles.page}>{children}</div>
              </PayloadDecodingProvider>
            </div>
          </main>
        </div>
        <IdleGuard />
        <CommandPalette
          features={features}
          opened={open === 'palette'}
          onClose={() => setOpen((now) => (now === 'palette' ? undefined : now))}
          onPublish={() => setOpen('publish')}
        />
        <Suspense fallback={null}>
          {useHasOpened(open === 'publish') && (
            <PublishDrawer opened={open === 'publish'} onClose={() => setOpen(undefined)} />
          )}
          {useHasOpened(open === 'settings') && (
            <SettingsDrawer opened={open === 'settings'} onClose={() => setOpen(undefined)} />
          )}
          {useHasOpened(open === 'help') && <HelpDrawer opened={open === 'help'} onClose={() => setOpen(undefined)} />}
        </Suspense>
      </div>
    </AvailablePagesProvider>
  )
}

/** The pages that the broker supports; all pages while that is unknown. */
function useFeaturesHere(features: readonly FeatureRoutes[]): readonly FeatureRoutes[] {
  const presence = usePresence()
  return useMemo(() => withoutMissing(features, (need) => (presence(need) ?? 'here') === 'here'), [features, presence])
}

function hereIn(all: readonly FeatureRoutes[], here: readonly FeatureRoutes[]): (path: string) => boolean {
  const shown = new Set(pagesOf(here).map(({ path }) => path))
  const missing = new Set(pagesOf(all).flatMap(({ path }) => (shown.has(path) ? [] : [path])))
  return (path) => !missing.has(path)
}

/** On a narrow screen the navigation covers the page until a page is selected. */
function useMenu() {
  const [isShown, setShown] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const place = useRef<HTMLSpanElement>(null)
  const hide = () => {
    setShown(false)
    place.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isShown) return
    panel.current?.focus()
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return { isShown, panel, place, show: () => setShown(true), hide }
}

interface PageCrumbsProps {
  readonly pages: readonly Page[]
  readonly current: OpenPage
  readonly place: Place | undefined
}

/** The way to the page: group, entry, pages above it, and its name. The name of a tab is in the row of tabs instead. */
function PageCrumbs({ pages, current, place }: PageCrumbsProps) {
  const texts = useMessages(shellMessages)
  const locale = useLocale()
  const shownName = useShownPageName()
  const { page } = current
  const { section, entry, isTab } = place ?? {}
  const title = entry?.title[locale]
  const above = ancestorsOf(page, pages).filter(({ path }) => path !== entry?.path)
  const crumbs = [
    ...(section?.title ? [{ label: section.title[locale] }] : []),
    ...(entry && title !== undefined ? [isTab ? { label: title } : linkTo(entry.path, title)] : []),
    ...above.map((one) => linkTo(one.path, nameOf({ page: one, params: current.params }, locale), current.params)),
    ...(!isTab ? [{ label: shownName ?? nameOf(current, locale) }] : []),
  ]
  return <Breadcrumbs label={texts.breadcrumbs} crumbs={crumbs} />
}

const linkTo = (path: string, label: string, params = {}) => ({
  label,
  link: (
    <Link to={path} params={params}>
      {label}
    </Link>
  ),
})

function nameOf({ page, params }: OpenPage, locale: 'en' | 'zh'): string {
  return page.subject?.(params) ?? page.title[locale]
}

/** Returns the title without the name of the product. */
function useDocumentTitle(current: OpenPage | undefined): string {
  const locale = useLocale()
  const { notFound } = useMessages(shellMessages)
  const shownName = useShownPageName()
  const name = current ? (shownName ?? nameOf(current, locale)) : notFound
  useLayoutEffect(() => {
    document.title = `${name} · MQDeck`
  }, [name])
  return name
}

/** Ctrl K opens the palette from anywhere; `?` opens the help, except while typing or while a dialog is open. */
function useShellKeys(open: (what: 'palette' | 'help') => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isPalette = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey
      const isHelp = key === '?' && !ctrlKey && !metaKey && !altKey && !isTyping(event.target) && !isDialogOpen()
      if (!isPalette && !isHelp) return
      event.preventDefault()
      open(isPalette ? 'palette' : 'help')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

const isDialogOpen = () => document.querySelector('[role=dialog]') !== null
