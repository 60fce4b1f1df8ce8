import { useMessages } from '../../../i18n/index.ts'
import { Dim, Group, Link } from '../../../ui/index.ts'
import { ChainPage } from '../chain/index.ts'
import { messages } from './messages.ts'
import { sourceChain, useNoMatch } from './source-chain.ts'

export default function SourcesPage() {
  return <ChainPage kind={sourceChain} footer={<NoMatch />} />
}

/** The decision if no source matches. */
function NoMatch() {
  const texts = useMessages(messages)
  const noMatch = useNoMatch()
  if (noMatch === 'unknown') return null
  return (
    <Group gap={2} wrap>
      <Dim>{texts.noMatch[noMatch]}</Dim>
      <Link to="/authorization/settings">{texts.settings}</Link>
    </Group>
  )
}
