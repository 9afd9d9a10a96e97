package io.clockwise.config.read.form;

import io.clockwise.config.read.node.Value;
import io.clockwise.model.CidrBlock;
import java.util.ArrayList;
import java.util.List;

/** CIDR blocks in a document. */
public final class CidrText {
  private static final String CIDR = "a CIDR block such as 10.0.0.0/8";

  private CidrText() {}

  /** Reads a list of blocks. */
  public static List<CidrBlock> readAll(Value list) {
    List<CidrBlock> blocks = new ArrayList<>();
    for (Value item : list.items("a list of CIDR blocks")) {
      item.text(CIDR)
          .ifPresent(
              text ->
                  CidrBlock.parse(text).ifPresentOrElse(blocks::add, () -> item.problem(CIDR, "")));
    }
    return blocks;
  }
}
