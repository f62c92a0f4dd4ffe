/** Code of an edited template: what has not changed runs on, and is somewhere else in its file. */
import { isSamePart, type TemplatePlan } from '../../element/components/template-plan.js';
import type { Part } from '../../element/templates/template.js';
import type {
  CompiledBlock,
  CompiledPart,
  CompiledPiece,
  CompiledTemplate,
} from './compiled-template.js';

/** The new version, with the parts of the old one that do the same to the same nodes. */
export function keepParts(
  before: CompiledTemplate,
  after: CompiledTemplate,
  plan: TemplatePlan,
): CompiledTemplate {
  const parts = after.parts.map((part): CompiledPart => {
    const number = plan.pairs.get(part.index);
    if (number === undefined || part.type === 'element') return part;
    const written = plan.after.partsOf(part.index).find((each) => isOf(each, part));
    const old = plan.before.partsOf(number).find((each) => isOf(each, part));
    if (written === undefined || old === undefined || !isSamePart(old, written)) return part;
    const compiled = before.parts.find((each) => each.index === number && isOf(each, part));
    if (compiled === undefined) return part;
    movePart(compiled, part);
    return { ...compiled, index: part.index };
  });
  return { ...after, parts };
}

/** True of parts for one thing of a node. */
function isOf(part: Part | CompiledPart, other: CompiledPart): boolean {
  if (part.type !== other.type) return false;
  return part.type !== 'attribute' || other.type !== 'attribute' || part.name === other.name;
}

/** Both have the same code. */
function movePart(part: CompiledPart, to: CompiledPart): void {
  if (part.type === 'block' && to.type === 'block') moveBlock(part.block, to.block);
  else if (part.type === 'element' && to.type === 'element') part.source = to.source;
  else if ('pieces' in part && 'pieces' in to) movePieces(part.pieces, to.pieces);
}

function movePieces(pieces: readonly CompiledPiece[], to: readonly CompiledPiece[]): void {
  for (const [at, piece] of pieces.entries()) {
    const other = to[at];
    if (typeof piece === 'object' && typeof other === 'object') piece.moveTo(other);
  }
}

function moveBlock(block: CompiledBlock, to: CompiledBlock): void {
  if (block.type === 'for' && to.type === 'for') {
    block.each.moveTo(to.each);
    if (to.key !== undefined) block.key?.moveTo(to.key);
    moveTemplate(block.row, to.row);
    moveTemplate(block.otherwise, to.otherwise);
  } else if (block.type === 'if' && to.type === 'if') {
    for (const [at, { test, content }] of block.branches.entries()) {
      const other = to.branches[at];
      if (other?.test !== undefined) test?.moveTo(other.test);
      moveTemplate(content, other?.content);
    }
  }
}

function moveTemplate(
  template: CompiledTemplate | undefined,
  to: CompiledTemplate | undefined,
): void {
  for (const [at, part] of (template?.parts ?? []).entries()) {
    const other = to?.parts[at];
    if (other !== undefined) movePart(part, other);
  }
}
