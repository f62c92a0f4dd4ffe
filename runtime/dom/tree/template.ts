/** The content of `<template>` elements: a fragment outside of the tree, created when it is first read. */
import {
  elementKindOf,
  isElement,
  ownerOf,
  parentOf,
  shadowHostOf,
  type TreeNode,
} from './tree-node.js';

const contents = new WeakMap<TreeNode, TreeNode>();
const hosts = new WeakMap<TreeNode, TreeNode>();
/** Most apps have no templates, and pay nothing for them. */
let isAny = false;

export function isTemplate(node: TreeNode): boolean {
  return isElement(node) && elementKindOf(node).isTemplate;
}

/** The content of a template. */
export function templateContent(template: TreeNode): TreeNode {
  let content = contents.get(template);
  if (content === undefined) {
    content = ownerOf(template).createFragment();
    isAny = true;
    contents.set(template, content);
    hosts.set(content, template);
  }
  return content;
}

/** Where markup in a node goes: the content of a template, else the node itself. */
export function containerOf(node: TreeNode): TreeNode {
  return isTemplate(node) ? templateContent(node) : node;
}

/** The template that a fragment is the content of. */
export function templateOf(fragment: TreeNode): TreeNode | null {
  return hosts.get(fragment) ?? null;
}

/** A template's content where it was made; null of all other nodes. */
export function existingContent(node: TreeNode): TreeNode | null {
  return isAny && isTemplate(node) ? (contents.get(node) ?? null) : null;
}

/** True where `node` is `ancestor`, or inside it or the content of a template in it. */
export function isHeldBy(node: TreeNode, ancestor: TreeNode): boolean {
  let each: TreeNode | null = node;
  while (each !== null) {
    if (each === ancestor) return true;
    each = parentOf(each) ?? templateOf(each) ?? shadowHostOf(each);
  }
  return false;
}
