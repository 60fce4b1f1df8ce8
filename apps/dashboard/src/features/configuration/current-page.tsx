import { readHocon } from '@mqdeck/contract'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import * as z from 'zod'
import { nodesQuery, QueryView, useData } from '../../api/index.ts'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import {
  Button,
  CodeEditor,
  Dim,
  Group,
  PageHeader,
  Section,
  Select,
  Skeleton,
  Stack,
  useCopy,
  useSearchState,
} from '../../ui/index.ts'
import styles from './configuration.module.css'
import { exportName } from './export-name.ts'
import { currentMessages } from './messages.ts'
import { configTextQuery } from './queries.ts'

const search = z.object({ root: z.string().optional(), node: z.string().optional() })

/** The running configuration as text. */
export default function CurrentPage() {
  const texts = useMessages(currentMessages)
  const copy = useCopy()
  const [{ root, node }, setSearch] = useSearchState(search)
  const all = useData(configTextQuery, { node })
  const section = useData(configTextQuery, { root, node }, { enabled: root !== undefined, keepPrevious: true })
  const nodes = useData(nodesQuery, undefined)
  const roots = useMemo(() => rootsOf(all.data), [all.data])
  const shown = root === undefined ? all : section
  const onlyNode = nodes.data?.length === 1 ? nodes.data[0]?.node : undefined
  return (
    <>
      <PageHeader />
      <Section>
        <Stack gap={4}>
          <div className={styles.tools}>
            <div className={styles.picks}>
              <NodePicker
                label={texts.node}
                all={texts.respondingNode}
                width={240}
                value={node}
                onChange={(next) => setSearch({ node: next })}
              />
              <Select
                label={texts.root}
                width={240}
                value={root ?? ''}
                onChange={(next) => setSearch({ root: next === '' ? undefined : next })}
                options={[
                  { value: '', label: texts.allSections },
                  ...roots.map((name) => ({ value: name, label: name })),
                ]}
              />
            </div>
            <Group>
              <Button
                icon={<IconCopy size={16} aria-hidden />}
                disabled={shown.data === undefined}
                onClick={() => copy(shown.data ?? '', texts.copiedToClipboard)}
              >
                {texts.copy}
              </Button>
              <Button
                icon={<IconDownload size={16} aria-hidden />}
                disabled={shown.data === undefined}
                onClick={() =>
                  downloadText(exportName(node ?? onlyNode, root, new Date()), 'text/plain', shown.data ?? '')
                }
              >
                {texts.exportFile}
              </Button>
            </Group>
          </div>
          <QueryView query={shown} skeleton={<Skeleton height={480} />}>
            {(text) => (
              <CodeEditor
                value={text}
                language="hocon"
                label={texts.configuration}
                hideLabel
                readOnly
                minLines={12}
                maxLines={28}
              />
            )}
          </QueryView>
          <Dim small>
            {texts.secrets} {texts.searchHint}
          </Dim>
        </Stack>
      </Section>
    </>
  )
}

/** Empty if this page cannot parse the configuration of a newer broker. */
function rootsOf(text: string | undefined): readonly string[] {
  try {
    return Object.keys(readHocon(text ?? '')).sort()
  } catch {
    return []
  }
}
