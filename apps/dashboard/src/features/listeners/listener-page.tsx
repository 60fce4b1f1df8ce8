import { type ListenerInfo, type ListenerSummary, parseListenerId } from '@mqdeck/contract'
import { DetailPage, isNotFound, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Link, Mono, useGo, usePathParam } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { useListenerActions } from './listener-actions.tsx'
import { listenersQuery } from './listener-queries.ts'
import { ListenerSettings } from './listener-settings.tsx'
import { ListenerDifferences } from './listener-state.tsx'
import { ListenerStatusTab } from './listener-status.tsx'
import { messages } from './messages.ts'
import { listenerQuery } from './queries.ts'
import { ListenerStateDot, stateOf } from './running-state.tsx'

export default function ListenerPage() {
  const id = usePathParam('id')
  // The key resets the form when another listener is opened.
  return <ListenerDetail key={id} id={id} />
}

function ListenerDetail({ id }: { readonly id: string }) {
  const texts = useMessages(formMessages)
  const info = useData(listenerQuery, { id })
  const listeners = useData(listenersQuery, undefined)
  const summary = listeners.data?.find((each) => each.id === id)
  const isViewer = useIsViewer()
  return (
    <DetailPage
      query={info}
      name={<Mono>{id}</Mono>}
      status={() => summary && <ListenerStateDot state={stateOf(summary)} />}
      actions={(data) => !isViewer && <Actions listener={summary ?? provisionalSummary(data)} />}
      isMissing={isNotFound(info.error)}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(id),
        action: <Link to="/listener">{texts.allListeners}</Link>,
      }}
      note={() => (
        <>
          <StaleNotice query={listeners} />
          {summary && <ListenerDifferences listener={summary} />}
        </>
      )}
      tabs={(data) => [
        {
          value: 'settings',
          label: texts.settings,
          content: () => <ListenerSettings info={data} connected={summary?.status?.current_connections ?? 0} />,
          keepsInput: true,
        },
        { value: 'status', label: texts.status, content: () => <ListenerStatusTab info={data} summary={summary} /> },
      ]}
    />
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
