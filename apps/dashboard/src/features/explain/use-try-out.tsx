import { type ReactNode, useState } from 'react'
import { useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { Drawer, toast } from '../../ui/index.ts'
import { type Draft, ExplainTool } from './explain-tool.tsx'
import { explainMessages } from './messages.ts'

interface TryOut {
  /** The button in the settings form. */
  readonly tryOut: { readonly label: string; readonly onTry: (settings: unknown) => void }
  /** Must be rendered outside of the form. */
  readonly drawer: ReactNode
}

/**
 * Tests settings with a client before they are saved, in a drawer.
 * @param toDraft returns the chain with the settings in it
 */
export function useTryOut(toDraft: (settings: Readonly<Record<string, unknown>>) => Promise<Draft>): TryOut {
  const texts = useMessages(explainMessages)
  const describe = useErrorText()
  const [draft, setDraft] = useState<Draft>()
  const [isOpen, setOpen] = useState(false)
  const open = async (settings: unknown) => {
    try {
      setDraft(await toDraft(isRecord(settings) ? settings : {}))
      setOpen(true)
    } catch (error) {
      toast.error(describe(error))
    }
  }
  return {
    tryOut: { label: texts.tryOut, onTry: (settings) => void open(settings) },
    drawer: (
      <Drawer opened={isOpen} onClose={() => setOpen(false)} title={texts.tryOutTitle} size={720}>
        {draft && <ExplainTool draft={draft} isNarrow />}
      </Drawer>
    ),
  }
}
