import type { ReactNode } from 'react'
import { z } from 'zod'
import { isNotFound, type Loaded, QueryView } from '../../../api/index.ts'
import { StateDot } from '../../../api/nodes/node-states/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  EmptyState,
  Link,
  Notice,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  Tabs,
  useHasOpened,
  useSearchState,
} from '../../../ui/index.ts'
import { isWebhook, type Kind, pages, partsOf, webhookPage } from '../kinds.ts'
import { messages } from '../messages.ts'
import { stateOf } from '../state.ts'
import { useTypeInfo } from '../types.ts'

interface Detailed {
  readonly type: string
  readonly name: string
  readonly enable?: boolean | undefined
  readonly description?: string | undefined
  readonly status: Parameters<typeof stateOf>[0]['status']
}

const tabs = ['overview', 'settings', 'users'] as const
const search = z.object({ tab: z.enum(tabs).catch('overview').default('overview') })

interface DetailPageProps<Thing extends Detailed> {
  readonly kind: Kind
  readonly id: string
  readonly query: Loaded<Thing>
  /** Shown on the right of the header. */
  readonly actions: (thing: Thing) => ReactNode
  /** Shown after the type. */
  readonly note?: ((thing: Thing) => ReactNode) | undefined
  /** The tab "Used by" is only shown with `users`. */
  readonly parts: Readonly<Record<'overview' | 'settings', (thing: Thing) => ReactNode>> & {
    readonly users?: (thing: Thing) => ReactNode
  }
}

/** The page of a connector, an action or a source. */
export function DetailPage<Thing extends Detailed>({ kind, id, query, actions, note, parts }: DetailPageProps<Thing>) {
  const texts = useMessages(messages)
  const infoOf = useTypeInfo()
  const own = texts.kinds[kind]
  if (isNotFound(query.error) && !query.data)
    return (
      <>
        <PageHeader title={partsOf(id).name} />
        <Section>
          <EmptyState
            title={own.notFound}
            hint={texts.notFoundHint(id)}
            action={<Link to={pages[kind].list}>{own.all}</Link>}
          />
        </Section>
      </>
    )
  const { data } = query
  const { type, name } = partsOf(id)
  return (
    <>
      <PageHeader
        title={name}
        description={
          <>
            {infoOf(type).label}
            {data && note && <> · {note(data)}</>}
            {data?.description && ` · ${data.description}`}
          </>
        }
        status={data && <StateDot state={stateOf(data)} />}
        actions={data && !isWebhook(data) && actions(data)}
      />
      <QueryView query={query} skeleton={<Skeleton height={480} />}>
        {(thing) => <Body thing={thing} parts={parts} />}
      </QueryView>
    </>
  )
}

function Body<Thing extends Detailed>({
  thing,
  parts,
}: { readonly thing: Thing } & Pick<DetailPageProps<Thing>, 'parts'>) {
  const texts = useMessages(messages)
  const [state, setSearch] = useSearchState(search)
  const shown = tabs.filter((value) => parts[value] !== undefined)
  const tab = shown.includes(state.tab) ? state.tab : 'overview'
  const hasSettings = useHasOpened(tab === 'settings')
  return (
    <Stack gap={4}>
      {isWebhook(thing) && (
        <Notice>
          {texts.webhookNote} <Link to={webhookPage}>{texts.toWebhooks}</Link>
        </Notice>
      )}
      <Tabs
        label={texts.pageSections}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        tabs={shown.map((value) => ({ value, label: texts[value === 'users' ? 'usedBy' : value] }))}
      >
        {tab === 'overview' && parts.overview(thing)}
        {/* Stays mounted, so that unsaved changes survive a change of tabs. */}
        {hasSettings && <div hidden={tab !== 'settings'}>{parts.settings(thing)}</div>}
        {tab === 'users' && parts.users?.(thing)}
      </Tabs>
    </Stack>
  )
}
