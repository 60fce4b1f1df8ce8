import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { z } from 'zod'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { EmptyState, PageHeader, Section, Skeleton, Stack, Tabs, useHasOpened, useSearchState } from '../ui/index.ts'
import { isNotFound } from './errors/errors.ts'
import type { Loaded } from './query.ts'
import { QueryError, QueryView } from './query-view.tsx'

interface DetailTab<Thing> {
  readonly value: string
  readonly label: ReactNode
  readonly content: (thing: Thing) => ReactNode
  /** Stays mounted once it was opened, so that unsaved input is kept while another tab is open. */
  readonly keepsInput?: boolean
}

interface MissingProps {
  readonly title: string
  readonly hint: ReactNode
  readonly action: ReactNode
  /** Information that exists although the resource is missing, such as its history. */
  readonly below?: ReactNode
}

interface DetailPageProps<Thing> {
  readonly query: Loaded<Thing>
  /** The title until the data arrives, and without it. */
  readonly name: ReactNode
  /** The title with the data; `name` unless given. */
  readonly title?: (thing: Thing) => ReactNode
  /** A drawing left of the title. */
  readonly mark?: ReactNode
  readonly description?: (thing: Thing) => ReactNode
  readonly status?: (thing: Thing) => ReactNode
  readonly actions?: (thing: Thing) => ReactNode
  /** Left of the actions, also without the data. */
  readonly refresh?: ReactNode
  /** Replaces the header, where it has a state of its own. */
  readonly header?: (thing: Thing) => ReactNode
  /** Title of the error that is shown instead of the content. */
  readonly errorTitle?: string
  /** Shown instead of the content when the resource does not exist. `action` leads to the list. */
  readonly missing: MissingProps
  /** Whether the resource does not exist; unless given, with 404 and no earlier data. */
  readonly isMissing?: boolean
  /** Between the header and the tabs. */
  readonly note?: (thing: Thing) => ReactNode
  /** The first tab is open unless the URL names another one. */
  readonly tabs?: (thing: Thing) => readonly DetailTab<Thing>[]
  /** For a page without tabs. */
  readonly content?: (thing: Thing) => ReactNode
  /** Search parameters that a change of tabs removes. */
  readonly resets?: readonly string[]
}

/** The page of one resource: header, tabs in the URL, and states for loading, errors and 404. */
export function DetailPage<Thing>(props: DetailPageProps<Thing>) {
  const { query, name, title, mark, description, status, actions, refresh, header, missing, errorTitle } = props
  const { data } = query
  const { isMissing = isNotFound(query.error) && data === undefined } = props
  if (isMissing) {
    const { below, ...empty } = missing
    return (
      <>
        <PageHeader title={name} mark={mark} actions={refresh} />
        <Stack gap={4}>
          <Section>
            <EmptyState {...empty} />
          </Section>
          {below}
        </Stack>
      </>
    )
  }
  if (data === undefined)
    return (
      <>
        <PageHeader title={name} mark={mark} actions={refresh} />
        {query.error ? (
          <QueryError query={query} {...(errorTitle !== undefined && { title: errorTitle })} />
        ) : (
          <Skeleton height={480} />
        )}
      </>
    )
  return (
    <>
      {header?.(data) ?? (
        <PageHeader
          title={title?.(data) ?? name}
          mark={mark}
          description={description?.(data)}
          status={status?.(data)}
          actions={
            <>
              {refresh}
              {actions?.(data)}
            </>
          }
        />
      )}
      <QueryView query={query} skeleton={null}>
        {(thing) => (
          <Stack gap={4}>
            {props.note?.(thing)}
            {props.content?.(thing)}
            {props.tabs && <DetailTabs thing={thing} tabs={props.tabs(thing)} resets={props.resets} />}
          </Stack>
        )}
      </QueryView>
    </>
  )
}

const tabMessages = defineMessages({ en: {}, zh: {} })
const tabSearch = z.looseObject({ tab: z.string().optional() })

interface DetailTabsProps<Thing> {
  readonly thing: Thing
  readonly tabs: readonly DetailTab<Thing>[]
  readonly resets: readonly string[] | undefined
}

function DetailTabs<Thing>({ thing, tabs, resets = [] }: DetailTabsProps<Thing>) {
  const texts = useMessages(tabMessages)
  const [search, setSearch] = useSearchState(tabSearch)
  const [first] = tabs
  const open = tabs.find(({ value }) => value === search.tab)?.value ?? first?.value ?? ''
  // The tab is marked immediately. Its content may take longer.
  const shown = useDeferredValue(open)
  const select = (tab: string) =>
    setSearch({
      ...Object.fromEntries(resets.map((key) => [key, undefined])),
      tab: tab === first?.value ? undefined : tab,
    })
  return (
    <Tabs label={texts.pageSections} value={open} onChange={select} tabs={tabs}>
      {tabs.map((tab) => (
        <TabContent key={tab.value} isOpen={tab.value === shown} tab={tab} thing={thing} />
      ))}
    </Tabs>
  )
}

interface TabContentProps<Thing> {
  readonly isOpen: boolean
  readonly tab: DetailTab<Thing>
  readonly thing: Thing
}

function TabContent<Thing>({ isOpen, tab, thing }: TabContentProps<Thing>) {
  const { keepsInput = false } = tab
  const hasOpened = useHasOpened(isOpen)
  const isShown = isOpen || (keepsInput && hasOpened)
  // The same element is not rendered again when another tab is selected.
  const content = useMemo(() => isShown && tab.content(thing), [isShown, tab, thing])
  if (!isShown) return null
  return keepsInput ? <div hidden={!isOpen}>{content}</div> : content
}
