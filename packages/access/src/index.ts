export {
  createFlapping,
  type Flapping,
  type FlappingBan,
  type FlappingOptions,
  type FlappingSettings,
  type ZonedFlappingSettings,
} from './flapping/flapping.ts'
