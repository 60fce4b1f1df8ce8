import type { AuthorizationSource } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { QueryError, StaleNotice, useData, useIsViewer } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  Dim,
  EmptyState,
  FamilyHeader,
  Group,
  Link,
  Notice,
  OrderedTable,
  Stack,
  useGo,
} from '../../../ui/index.ts'
import { explainMessages } from '../../explain/index.ts'
import { chainMessages, useOrder } from '../chain/index.ts'
import { authorizationFamily } from './family.ts'
import { hasRules, isEnabled } from './kinds.ts'
import { messages } from './messages.ts'
import { saveOrder, sourcesQuery } from './queries.ts'
import { useSourceColumns } from './source-columns.tsx'
import { useNameOf } from './use-name-of.ts'
import { useNoMatch, useSourceActions } from './use-source-actions.ts'

const typeOf = ({ type }: AuthorizationSource) => type

export default function SourcesPage() {
  const texts = useMessages(messages)
  const common = useMessages(chainMessages)
  const { explainAccess } = useMessages(explainMessages)
  const label = authorizationFamily.title[useLocale()]
  const nameOf = useNameOf()
  const go = useGo()
  const isViewer = useIsViewer()
  const noMatch = useNoMatch()
  const chain = useData(sourcesQuery, undefined)
  const actions = useSourceActions()
  const columns = useSourceColumns({ isViewer, actions })
  const { rows, move, moveToEnds } = useOrder({ chain: chain.data, idOf: typeOf, change: saveOrder })
  const hasRows = rows !== undefined && rows.length > 0
  const explainButton = !isViewer && <Button onClick={() => go({ to: '/explain' })}>{explainAccess}</Button>
  const createButton = !isViewer && (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden />}
      onClick={() => go({ to: '/authorization/create' })}
    >
      {texts.createSource}
    </Button>
  )
  const openTab = ({ type }: AuthorizationSource, tab: string) =>
    go({ to: '/authorization/detail/$type', params: { type }, search: { tab } })
  const rowActions = (one: AuthorizationSource, index: number) => [
    ...moveToEnds(index),
    { label: common.settings, onSelect: () => openTab(one, 'settings') },
    ...(hasRules(one) ? [{ label: texts.rules, onSelect: () => openTab(one, 'rules') }] : []),
    { label: common.delete, danger: true, onSelect: () => void actions.delete(one) },
  ]
  return (
    <>
      <FamilyHeader
        family={authorizationFamily}
        description={texts.description}
        actions={
          <>
            {explainButton}
            {hasRows && createButton}
          </>
        }
      />
      <StaleNotice query={chain} />
      <Stack gap={4}>
        {hasRows && !rows.some(isEnabled) && <Notice tone="amber">{texts.allDisabled[noMatch]}</Notice>}
        <OrderedTable
          label={label}
          columns={columns}
          rows={rows}
          rowId={typeOf}
          rowName={nameOf}
          onMove={isViewer ? undefined : move}
          rowActions={isViewer ? undefined : rowActions}
          error={rows === undefined && chain.error && <QueryError query={chain} />}
          summary={hasRows ? texts.count(rows.length) : undefined}
          empty={<EmptyState title={texts.empty[noMatch]} hint={texts.emptyHint[noMatch]} action={createButton} />}
        />
        {hasRows && noMatch !== 'unknown' && (
          <Group gap={2} wrap>
            <Dim>{texts.noMatch[noMatch]}</Dim>
            <Link to="/authorization/settings">{texts.settings}</Link>
          </Group>
        )}
      </Stack>
    </>
  )
}
