import { IconEraser, IconFoldDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { z } from 'zod'
import { useConnection } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { useValue } from '../../mqtt-client/index.ts'
import { Button, PageHeader, Section, toast, useSearchState } from '../../ui/index.ts'
import { type Explorer, explorerOf } from './explorer.ts'
import { LevelPane } from './level-pane.tsx'
import { messages } from './messages.ts'
import { Sources } from './sources.tsx'
import styles from './topic-explorer.module.css'
import { TopicTreeView } from './topic-tree-view.tsx'
import { sortKeys } from './tree-rows.ts'

const search = z.object({
  find: z.string().optional().catch(undefined),
  by: z.enum(sortKeys).default('name').catch('name'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
  topic: z.string().optional().catch(undefined),
})

export default function TopicExplorerPage() {
  const texts = useMessages(messages)
  const explorer = explorerOf(useConnection())
  const [{ find = '', by, order, topic }, setSearch] = useSearchState(search)
  const chosen = useChosenTopic(explorer, topic, (next) =>
    setSearch({ topic: next }, { replace: true, keepScroll: true }),
  )
  useFirstReading(explorer)
  const clear = async () => {
    explorer.chosen.set(undefined)
    await explorer.clear()
    toast.success(texts.cleared)
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <Button
              icon={<IconFoldDown size={16} aria-hidden />}
              onClick={() => void explorer.port().ask('collapseAll', [])}
            >
              {texts.collapseAll}
            </Button>
            <Button icon={<IconEraser size={16} aria-hidden />} onClick={() => void clear()}>
              {texts.clear}
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        <Sources explorer={explorer} />
        <div className={styles.columns}>
          <TopicTreeView
            explorer={explorer}
            find={find}
            onFind={(next) => setSearch({ find: next === '' ? undefined : next }, { replace: true, keepScroll: true })}
            order={{ by, isDescending: order === 'desc' }}
            onOrder={(next) =>
              setSearch({ by: next.by, order: next.isDescending ? 'desc' : 'asc' }, { keepScroll: true })
            }
          />
          <Section>
            {chosen === undefined ? (
              <div className={styles.nothing}>
                <p>{texts.choose}</p>
                <p>{texts.chooseHint}</p>
              </div>
            ) : (
              <LevelPane key={chosen} explorer={explorer} topic={chosen} />
            )}
          </Section>
        </div>
      </div>
    </>
  )
}

/** Browsers take only so many addresses in a while; who walks through the tree with a key held down makes thirty a second. */
const addressAfter = 400

/** Chosen in the tree or by the address: each follows the other. */
function useChosenTopic(
  { chosen, port }: Explorer,
  topic: string | undefined,
  write: (topic: string | undefined) => void,
) {
  const present = useValue(chosen)
  useEffect(() => {
    if (topic === undefined || topic === chosen.get()) return
    chosen.set(topic)
    void port().ask('find', [topic, true])
  }, [topic, chosen, port])
  useEffect(() => {
    // An empty level at the very top has no address of its own.
    if ((present ?? '') === (topic ?? '')) return
    const timer = setTimeout(() => write(present), addressAfter)
    return () => clearTimeout(timer)
  })
  return present
}

/** The first pages of both lists come by themselves; whatever costs more is asked for. */
function useFirstReading({ hasBegun, subscribed, retained }: Explorer): void {
  useEffect(() => {
    if (hasBegun.get()) return
    hasBegun.set(true)
    subscribed.read()
    retained.read()
  }, [hasBegun, subscribed, retained])
}
