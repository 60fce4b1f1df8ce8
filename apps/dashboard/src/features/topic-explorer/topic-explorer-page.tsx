import { IconEraser, IconFoldDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { z } from 'zod'
import { useConnection } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, PageHeader, Section, Stack, toast, useSearchState } from '../../ui/index.ts'
import { useValue } from '../websocket/index.ts'
import { type Explorer, explorerOf } from './explorer.ts'
import { LevelPane } from './level-pane.tsx'
import { messages } from './messages.ts'
import { Sources } from './sources.tsx'
import styles from './topic-explorer.module.css'
import { TopicTreeView } from './topic-tree-view.tsx'
import { sortKeys } from './tree-rows.ts'

const searchSchema = z.object({
  find: z.string().optional().catch(undefined),
  by: z.enum(sortKeys).default('name').catch('name'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
  topic: z.string().optional().catch(undefined),
})

export default function TopicExplorerPage() {
  const texts = useMessages(messages)
  const explorer = explorerOf(useConnection())
  const [{ find = '', by, order, topic }, setSearch] = useSearchState(searchSchema)
  const selectedTopic = useSelectedTopic(explorer, topic, (next) =>
    setSearch({ topic: next }, { replace: true, keepScroll: true }),
  )
  useInitialLoad(explorer)
  const clear = async () => {
    explorer.selectedTopic.set(undefined)
    await explorer.clear()
    toast.success(texts.treeCleared)
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
              {texts.clearTree}
            </Button>
          </>
        }
      />
      <Stack gap={4}>
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
            {selectedTopic === undefined ? (
              <div className={styles.noSelection}>
                <p>{texts.selectTopic}</p>
                <p>{texts.selectTopicHint}</p>
              </div>
            ) : (
              <LevelPane key={selectedTopic} explorer={explorer} topic={selectedTopic} />
            )}
          </Section>
        </div>
      </Stack>
    </>
  )
}

/** Delay in milliseconds before the URL is updated. Browsers limit URL changes, and a held arrow key makes thirty per second. */
const urlDelayMs = 400

/** Keeps the selected topic and the URL in sync. */
function useSelectedTopic(
  { selectedTopic, port }: Explorer,
  topic: string | undefined,
  write: (topic: string | undefined) => void,
) {
  const current = useValue(selectedTopic)
  useEffect(() => {
    if (topic === undefined || topic === selectedTopic.get()) return
    selectedTopic.set(topic)
    void port().ask('find', [topic, true])
  }, [topic, selectedTopic, port])
  useEffect(() => {
    // An empty top level has no URL of its own.
    if ((current ?? '') === (topic ?? '')) return
    const timer = setTimeout(() => write(current), urlDelayMs)
    return () => clearTimeout(timer)
  })
  return current
}

/** Loads the first page of both lists once. Further pages are loaded on request. */
function useInitialLoad({ hasLoaded, subscribed, retained }: Explorer): void {
  useEffect(() => {
    if (hasLoaded.get()) return
    hasLoaded.set(true)
    subscribed.load()
    retained.load()
  }, [hasLoaded, subscribed, retained])
}
