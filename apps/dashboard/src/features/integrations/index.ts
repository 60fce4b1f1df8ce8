/**
 * Forms and lists of connectors, actions and sources for rules and webhooks. Loaded with their pages, so routes must not import it.
 *
 * ```tsx
 * <TypeGallery kind="action" onChoose={setType} />
 * <ActionForm type={type} placeholders={columnsOfTheRule} guard={false} onSubmit={async (draft) => drafts.add(draft)} />
 * ```
 */
export { CellPopover } from './detail/cells.tsx'
export { ChannelOverview } from './detail/channel-overview.tsx'
export { DetailMenu } from './detail/detail-menu.tsx'
export { Failures } from './detail/failures.tsx'
export { ReconnectButton } from './detail/integration-page.tsx'
export { ResetButton } from './detail/reset-button.tsx'
export { SampleCharts } from './detail/sample-charts.tsx'
export { ratesOf, type Sample, useSamplesWithHistory } from './detail/samples.ts'
export { ErrorCount, StatisticGroups } from './detail/statistic-groups.tsx'
export { ActionForm } from './form/channel-form.tsx'
export { type ChannelDraft, createForRule, createTogether } from './form/create-queries.ts'
export { type RuleActions, type RuleBody, ruleSettingsOf } from './form/rule-settings.ts'
export { runOrRollBack, type Step } from './form/run-or-roll-back.ts'
export { TypeGallery } from './form/type-gallery.tsx'
export { settingsOf } from './form/wire-form.ts'
export { historyQuery } from './health-queries.ts'
export { idOf, isWebhook, pages, partsOf, rulePages, sourceSql, sourceTopic } from './kinds.ts'
export { ListPage } from './list/list-page.tsx'
export { useRowMenu } from './list/row-menu.tsx'
export { textsOfType } from './manifests.ts'
export { channelQueries, connectorsQuery, outdated as outdatedByIntegration } from './queries.ts'
export { stateOf } from './state.ts'
export { Problems, StatusCell } from './status.tsx'
export { useFormDocument, useTypeInfo } from './types.ts'
