import { type Loaded, QueryTable, RefreshControl, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { valueAt } from '../../lib/json/json-path.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { EmptyState, Link, Notice, PageHeader, Stack } from '../../ui/index.ts'
import { useBansTable } from '../bans/index.ts'
import { globalZoneQuery } from '../zones/index.ts'
import { messages } from './messages.ts'
import { type FlappingBans, flappingBansQuery, saveFlapping } from './queries.ts'

export default function FlappingPage() {
  const texts = useMessages(messages)
  const bans = useData(flappingBansQuery, undefined)
  return (
    <SettingsPage
      header={
        <PageHeader
          title={texts.title}
          description={
            <>
              {texts.description} <Link to="/zones">{texts.zoneSettings}</Link>
            </>
          }
          actions={<RefreshControl queries={[bans]} />}
        />
      }
      root="flapping_detect"
      component="emqx.flapping_detect"
      query={globalZoneQuery}
      change={saveFlapping}
      part={({ flapping_detect }) => flapping_detect}
      below={<FlappingBanList query={bans} />}
    />
  )
}

function FlappingBanList({ query }: { readonly query: Loaded<FlappingBans> }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const table = useBansTable()
  const settings = useData(globalZoneQuery, undefined).data
  const isEnabled = valueAt(settings, ['flapping_detect', 'enable']) === true
  const { data } = query
  return (
    <Stack gap={3}>
      {data?.isIncomplete && <Notice tone="amber">{texts.incomplete}</Notice>}
      <QueryTable
        {...table.props}
        query={query}
        label={texts.bans}
        rows={data?.bans}
        empty={<EmptyState title={texts.empty} hint={isEnabled ? texts.emptyHint : texts.disabledHint} />}
        summary={data && texts.count(format.number(data.bans.length))}
      />
      {table.dialog}
    </Stack>
  )
}
