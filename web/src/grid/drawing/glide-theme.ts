// The look of the Glide grid, in the app's palette.
import type { Theme } from '@glideapps/glide-data-grid'
import { fade, type Palette } from './palette.ts'

export function glideTheme(palette: Palette): Partial<Theme> {
  return {
    accentColor: palette.accent,
    accentFg: palette.onAccent,
    accentLight: fade(palette.accent, 0.1),
    textDark: palette.ink,
    textMedium: palette.ink2,
    textLight: palette.ink3,
    textBubble: palette.ink,
    bgIconHeader: palette.ink3,
    fgIconHeader: palette.surface,
    textHeader: palette.ink,
    textHeaderSelected: palette.onAccent,
    bgCell: palette.surface,
    bgCellMedium: palette.canvas,
    bgHeader: palette.canvas,
    bgHeaderHasFocus: palette.hover,
    bgHeaderHovered: palette.hover,
    bgBubble: palette.hover,
    bgBubbleSelected: palette.surface,
    bgSearchResult: palette.accentSoft,
    borderColor: palette.line,
    horizontalBorderColor: palette.line,
    headerBottomBorderColor: palette.lineStrong,
    drilldownBorder: palette.line,
    linkColor: palette.accentInk,
    resizeIndicatorColor: palette.accent,
    cellHorizontalPadding: 8,
    cellVerticalPadding: 3,
    headerFontStyle: '500 13px',
    baseFontStyle: '13px',
    markerFontStyle: '11px',
    editorFontSize: '13px',
    fontFamily: palette.font,
    checkboxMaxSize: 14,
    roundingRadius: 3,
  }
}
