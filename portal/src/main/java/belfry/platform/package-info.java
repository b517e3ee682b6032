/**
 * The messaging platform as this product sees it: what may be asked, and every way it may answer.
 * The only package that speaks HTTP to the outside.
 */
@NullMarked
package belfry.platform;

import org.jspecify.annotations.NullMarked;
