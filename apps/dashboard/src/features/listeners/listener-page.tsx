import { type ListenerInfo, type ListenerSummary, parseListenerId } from '@mqdeck/contract'
import { z } from 'zod'
import { isNotFound, QueryView, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  Link,
  Mono,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  Tabs,
  useGo,
  usePathParam,
  useSearchState,
} from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { useListenerActions } from './listener-actions.tsx'
import { ListenerSettings } from './listener-settings.tsx'
import { ListenerDifferences } from './listener-state.tsx'
import { ListenerStatusTab } from './listener-status.tsx'
import { listenersQuery } from './listeners.ts'
import { messages } from './messages.ts'
import { listenerQuery } from './queries.ts'
import { ListenerStateDot, stateOf } from './running-state.tsx'

const search = z.object({ tab: z.enum(['settings', 'status']).catch('settings').default('settings') })

export default function ListenerPage() {
  const id = usePathParam('id')
  // The key resets the form when another listener is opened.
  return <ListenerDetail key={id} id={id} />
}

function ListenerDetail({ id }: { readonly id: string }) {
  const texts = useMessages(formMessages)
  const [{ tab }, setSearch] = useSearchState(search)
  const info = useData(listenerQuery, { id })
  const listeners = useData(listenersQuery, undefined)
  const summary = listeners.data?.find((each) => each.id === id)
  const isViewer = useIsViewer()
  return (
    <>
      <PageHeader
        title={<Mono>{id}</Mono>}
        status={summary && <ListenerStateDot state={stateOf(summary)} />}
        actions={info.data && !isViewer && <Actions listener={summary ?? provisionalSummary(info.data)} />}
      />
      {isNotFound(info.error) ? (
        <Section>
          <EmptyState
            title={texts.notFound}
            hint={texts.notFoundHint(id)}
            action={<Link to="/listener">{texts.allListeners}</Link>}
          />
        </Section>
      ) : (
        <QueryView query={info} skeleton={<Skeleton height={480} />}>
          {(data) => (
            <Stack gap={4}>
              <StaleNotice query={listeners} />
              {summary && <ListenerDifferences listener={summary} />}
              <Tabs
                label={texts.pageSections}
                value={tab}
                onChange={(next) => setSearch({ tab: next })}
                tabs={[
                  { value: 'settings', label: texts.settings },
                  { value: 'status', label: texts.status },
                ]}
              >
                {/* Hidden instead of unmounted, to keep unsaved changes. */}
                <div hidden={tab !== 'settings'}>
                  <ListenerSettings info={data} connected={summary?.status?.current_connections ?? 0} />
                </div>
                {tab === 'status' && <ListenerStatusTab info={data} summary={summary} />}
              </Tabs>
            </Stack>
          )}
        </QueryView>
      )}
    </>
  )
}

/** Until the list is loaded. */
const provisionalSummary = ({
  id,
  type,
}: ListenerInfo): Pick<ListenerSummary, 'id' | 'name' | 'type' | 'status' | 'enable'> => ({
  id,
  type,
  name: parseListenerId(id)?.name ?? id,
  enable: true,
})

function Actions({ listener }: { readonly listener: ReturnType<typeof provisionalSummary> }) {
  const texts = useMessages(messages)
  const go = useGo()
  const actions = useListenerActions()
  const state = stateOf(listener)
  const isRunning = state === 'running' || state === 'inconsistent'
  return (
    <>
      <Button onClick={() => go({ to: '/listener/create', search: { copy: listener.id } })}>{texts.duplicate}</Button>
      {isRunning ? (
        <>
          <Button onClick={() => void actions.restart(listener)}>{texts.restart}</Button>
          <Button onClick={() => void actions.stop(listener)}>{texts.stop}</Button>
        </>
      ) : (
        <Button onClick={() => void actions.start(listener)}>{texts.start}</Button>
      )}
      <Button
        variant="danger"
        onClick={async () => {
          if (await actions.remove(listener)) go({ to: '/listener' })
        }}
      >
        {texts.delete}
      </Button>
    </>
  )
}
