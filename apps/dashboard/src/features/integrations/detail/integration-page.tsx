import type { ReactNode } from 'react'
import { DetailPage, type Loaded } from '../../../api/index.ts'
import { StateDot } from '../../../api/nodes/node-states/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, Link, Notice, TypeMark } from '../../../ui/index.ts'
import { isWebhook, type Kind, pages, partsOf, webhookPage } from '../kinds.ts'
import { messages } from '../messages.ts'
import { isDown, type State, stateOf } from '../state.ts'
import { useTypeInfo } from '../types.ts'

interface Detailed {
  readonly type: string
  readonly name: string
  readonly enable?: boolean | undefined
  readonly description?: string | undefined
  readonly status: Parameters<typeof stateOf>[0]['status']
}

const tabs = ['overview', 'settings', 'users'] as const

interface IntegrationPageProps<Thing extends Detailed> {
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
export function IntegrationPage<Thing extends Detailed>(props: IntegrationPageProps<Thing>) {
  const { kind, id, query, actions, note, parts } = props
  const texts = useMessages(messages)
  const infoOf = useTypeInfo()
  const own = texts.kinds[kind]
  const { type, name } = partsOf(id)
  return (
    <DetailPage
      query={query}
      name={name}
      mark={<TypeMark type={infoOf(type)} size={34} />}
      description={(thing) => (
        <>
          {infoOf(type).label}
          {note && <> · {note(thing)}</>}
          {thing.description && ` · ${thing.description}`}
        </>
      )}
      status={(thing) => <StateDot state={stateOf(thing)} />}
      actions={(thing) => !isWebhook(thing) && actions(thing)}
      missing={{
        title: own.notFound,
        hint: texts.notFoundHint(id),
        action: <Link to={pages[kind].list}>{own.all}</Link>,
      }}
      note={(thing) =>
        isWebhook(thing) && (
          <Notice>
            {texts.webhookNote} <Link to={webhookPage}>{texts.toWebhooks}</Link>
          </Notice>
        )
      }
      tabs={(thing) =>
        tabs.flatMap((value) => {
          const content = parts[value]
          if (!content) return []
          const label = texts[value === 'users' ? 'usedBy' : value]
          return [{ value, label, content: () => content(thing), keepsInput: value === 'settings' }]
        })
      }
    />
  )
}

/** Reconnects a resource that is enabled but does not work. */
export function ReconnectButton({ state, onStart }: { readonly state: State; readonly onStart: () => void }) {
  const texts = useMessages(messages)
  return isDown(state) && <Button onClick={onStart}>{texts.reconnect}</Button>
}
