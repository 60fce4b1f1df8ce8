/**
 * Forms and lists of connectors, actions and sources for rules and webhooks. Loaded with their pages, so routes must not import it.
 *
 * ```tsx
 * <TypeGallery kind="action" onChoose={setType} />
 * <ChannelForm kind="action" type={type} placeholders={columnsOfTheRule} guard={false} onSubmit={async (draft) => drafts.add(draft)} />
 * ```
 */
export { CellPopover } from './detail/cells.tsx'
export { ChannelOverview } from './detail/channel-overview.tsx'
export { DetailMenu } from './detail/detail-menu.tsx'
export { Failures, useFailuresAreKnown } from './detail/failures.tsx'
export { ReconnectButton } from './detail/integration-page.tsx'
export { ResetButton } from './detail/reset-button.tsx'
export { SampleCharts } from './detail/sample-charts.tsx'
export { ratesOf, type Sample, useSamplesWithHistory } from './detail/samples.ts'
export { ChannelSettings } from './detail/settings-tab.tsx'
export { ErrorCount, StatisticGroups } from './detail/statistic-groups.tsx'
export { changeTogether } from './form/change-together-queries.ts'
export { asChannel, ChannelForm } from './form/channel-form.tsx'
export type { ChannelDraft } from './form/create-queries.ts'
export { type RuleActions, type RuleBody, ruleSettingsOf } from './form/rule-settings.ts'
export { TypeGallery } from './form/type-gallery.tsx'
export { settingsOf } from './form/wire-form.ts'
export { historyQuery } from './health-queries.ts'
export {
  type ChannelKind,
  copyName,
  idOf,
  isWebhook,
  pages,
  partsOf,
  rulePages,
  sourceSql,
  sourceTopic,
} from './kinds.ts'
export { ListPage } from './list/list-page.tsx'
export { useRowMenu } from './list/row-menu.tsx'
export { textsOfType } from './manifests.ts'
export { channelQueries, connectorsQuery, outdated as outdatedByIntegration } from './queries.ts'
export { stateOf } from './state.ts'
export { Problems, StatusCell } from './status.tsx'
export { useFormDocument, useTypeInfo } from './types.ts'
