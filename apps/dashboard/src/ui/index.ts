export { Button, IconButton } from './buttons/button.tsx'
export { CellButton } from './buttons/cell-button.tsx'
export { LazyMenu } from './buttons/lazy-menu.tsx'
export { Menu } from './buttons/menu.tsx'
export { MenuTrigger } from './buttons/menu-trigger.tsx'
export { useCopy } from './buttons/use-copy.ts'
export { CodeEditor, type CodeEditorProps } from './code/code-editor.tsx'
export type { CodeHelp, Completion, Diagnostic } from './code/types.ts'
export { DialogForm } from './dialogs/dialog-form.tsx'
export { Drawer, FormDrawer, Modal, useHasOpened } from './dialogs/dialogs.tsx'
export { confirm, forgetQuestion, protectCluster, type Question } from './dialogs/question.ts'
export { useUnsavedChangesGuard } from './dialogs/unsaved-changes.ts'
export { DiffView } from './diff/diff-view.tsx'
export { forgetNotifications, notifications } from './feedback/notifications.ts'
export { Progress } from './feedback/progress.tsx'
export { EmptyState, ErrorState, LimitBar, Notice, Paragraphs, Skeleton } from './feedback/state.tsx'
export { toast } from './feedback/toast.tsx'
export { type ChoiceCard, ChoiceCards } from './fields/choice-cards.tsx'
export { RadioField, SegmentedField, SwitchField } from './fields/choice-fields.tsx'
export type { FieldProps } from './fields/field.ts'
export { FieldFrame, Fields, FormColumn } from './fields/field-frame.tsx'
export { FileButton, FileTextField, TextFileButton } from './fields/file-fields.tsx'
export { focusInvalid } from './fields/focus-invalid.ts'
export { FormBar, type InvalidField } from './fields/form-bar.tsx'
export {
  NumberField,
  NumberUnitField,
  sizeUnits,
  useDurationUnits,
} from './fields/number-fields.tsx'
export { PasswordStrength } from './fields/password-strength.tsx'
export { Select } from './fields/select.tsx'
export { TagsField } from './fields/tags-field.tsx'
export { TemplateField } from './fields/template-field.tsx'
export { DateTimeField, PasswordField, SearchField, TextField } from './fields/text-fields.tsx'
export { Checkbox, Switch } from './fields/toggles.tsx'
export { Group, join, LinedList, Stack } from './layout/layout.tsx'
export {
  Breadcrumbs,
  type Description,
  DescriptionList,
  KeyValue,
  PageHeader,
  Section,
  useShownPageName,
} from './layout/page.tsx'
export { PrintNote } from './layout/print-note.tsx'
export { usePrinting } from './layout/printing.ts'
export { ScrollIntoView } from './layout/scroll-into-view.tsx'
export { WhenNear } from './layout/when-near.tsx'
export { AvailablePagesProvider, usePageIsAvailable } from './navigation/available-pages.ts'
export { SegmentedControl, Tabs } from './navigation/choice.tsx'
export { ClientLink, clientIdWidth, useOpenClient } from './navigation/client-link.tsx'
export { isOwnAddress, Link, type Target, useGo, useGoToAddress, usePathParam } from './navigation/link.tsx'
export { type OpenPage, useOpenPage } from './navigation/open-page.ts'
export { Palette, type PaletteGroup, type PaletteItem } from './navigation/palette.tsx'
export {
  defineRoutes,
  type FeatureRoutes,
  type Need,
  type Page,
  type Title,
} from './navigation/routes.ts'
export { readSearch, type SetSearch, useSearchState } from './navigation/search-state.ts'
export { Steps } from './navigation/steps.tsx'
export { Popover, type PopoverProps } from './overlays/popover.tsx'
export { Tooltip } from './overlays/tooltip.tsx'
export { type PayloadDecoding, PayloadDecodingProvider } from './payload/payload-decoding.ts'
export { type ChosenColumns, useChosenColumns } from './table/column-chooser.tsx'
export { DataTable, type DataTableProps, type RowAction } from './table/data-table.tsx'
export { FilterChips } from './table/filter-chips.tsx'
export { type Matching, SearchBar, TextFilter, useDraft } from './table/filters.tsx'
export { ListFooter, ListPanel, ListScroller, ListTools, ToolGroup } from './table/list-panel.tsx'
export { AffectedItems, NameList } from './table/name-list.tsx'
export { OrderedTable } from './table/ordered-table.tsx'
export { CursorPager, PagePager } from './table/pagination.tsx'
export { useRedirectFromEmptyPage } from './table/redirect-from-empty-page.ts'
export { useSortedRows } from './table/sorted-rows.ts'
export type { Column, SortOrder, TableSort } from './table/table-rows.tsx'
export { useFixedRows } from './table/use-fixed-rows.ts'
export { Logo } from './text/logo.tsx'
export { CodeBlock, CopyButton, Dim, IdText, Mono, RelativeTime, StatusDot, VisuallyHidden } from './text/text.tsx'
export { absoluteTimes, useAbsoluteTimes } from './text/time-setting.ts'
export { MarkedName, TypeMark } from './text/type-mark.tsx'
export { ServerOffsetContext, useNow, useTimeText } from './text/use-now.ts'
export { UiProvider } from './theme/provider.tsx'
export { chooseTheme, followSystem, type Theme, useFollowSystem, useTheme } from './theme/theme-setting.ts'
export { useMedia } from './theme/use-media.ts'
