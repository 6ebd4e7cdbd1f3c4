// React's own file (chunk-groups.ts). It runs before the other code, with a break after it (ui/build/rest-after.ts):
// alone it takes a slow phone a tenth of a second.
import 'react-dom/client'
